import type { EmailOf } from "@coffer/core/mail/email";
import type { Permission } from "@coffer/domain/share/sharing";
import {
  ledgerInSubject,
  ledgerInText,
  nameInSubject,
  nameInText,
  personal,
  type Template,
} from "./block.ts";

const MAY: Record<Permission, string> = {
  view_only: "You can look at it, and change nothing.",
  edit_transactions: "You can look at it, and add and change transactions.",
  edit_categories: "You can look at it, and change transactions, categories and budgets.",
  full_access: "You can look at it, and change everything in it.",
  member: "It is yours as much as theirs: you can change everything in it, and share it.",
};

export function sharingEmail(data: EmailOf<"invitation" | "budget-shared" | "budget-gone">): Template {
  const { ledgerName } = data;
  const ownerName = nameInText(data.ownerName);
  if (data.kind === "budget-gone") {
    const theirs = `${nameInSubject(ownerName)}'s budget`;
    return personal(data, `${ledgerInSubject(ledgerName, theirs)} is gone`, "Their account was deleted.", [
      `${ownerName} had shared ${ledgerInText(ledgerName, "budget")} with you. Their account was deleted, and the budget with it.`,
      "Your own budget is as it was.",
    ]);
  }
  const { ownerEmail, link } = data;
  const may = MAY[data.permission];
  // Anybody can choose a name; the sender's verified address identifies them.
  const sender = ownerEmail === "" ? ownerName : `${ownerName} (${ownerEmail})`;
  if (data.kind === "budget-shared")
    return personal(
      data,
      `${nameInSubject(ownerName)} shared ${ledgerInSubject(ledgerName, "a budget")} with you`,
      may,
      [
        `${sender} shared ${ledgerInText(ledgerName, "budget")} with you: you can open it now. ${may}`,
        ...(data.note ? [{ quote: data.note }] : []),
        { button: "Open the budget", href: link },
        {
          note: "It is in the budget switcher at the top of every screen. You can leave the budget in Settings at any time.",
        },
      ],
      { reason: "You receive this because a budget was shared with your Coffer account.", links: [] },
    );
  return {
    subject: `${nameInSubject(ownerName)} invites you to ${ledgerInSubject(ledgerName, "a budget")}`,
    preview: may,
    title: `${ownerName} invites you to ${ledgerInSubject(ledgerName, "a budget")}`,
    blocks: [
      {
        paragraph: `${sender} would like to share ${ledgerInText(ledgerName, "household budget")} with you on Coffer. ${may}`,
      },
      { button: "Accept the invitation", href: link },
      { note: "The link works once, for 7 days, and asks you to sign in or to create a free account." },
    ],
    footer: { reason: `You receive this because ${ownerName} gave this address to Coffer.`, links: [] },
  };
}
