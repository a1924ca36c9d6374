import type { EmailOf } from "@coffer/core/mail/email";
import type { Permission } from "@coffer/domain/share/sharing";
import { personal } from "./account.ts";
import type { Block, Template } from "./block.ts";
import { ledgerInSubject, ledgerInText, nameInSubject } from "./subject.ts";

const MAY: Record<Permission, string> = {
  view_only: "You can look at it, and change nothing.",
  edit_transactions: "You can look at it, and add and change transactions.",
  edit_categories: "You can look at it, and change transactions, categories and budgets.",
  full_access: "You can look at it, and change everything in it.",
  member: "It is yours as much as theirs: you can change everything in it, and share it.",
};

export const invitation = (data: EmailOf<"invitation">): Template => {
  const { ownerName, ownerEmail, ledgerName, permission, link, note } = data;
  return {
    subject: `${nameInSubject(ownerName)} invites you to ${ledgerInSubject(ledgerName, "a budget")}`,
    preview: MAY[permission],
    title: `${ownerName} invites you to ${ledgerName === null ? "a budget" : `“${ledgerName}”`}`,
    blocks: [
      {
        paragraph: `${sender(ownerName, ownerEmail)} would like to share ${ledgerInText(ledgerName, "household budget")} with you on Coffer. ${MAY[permission]}`,
      },
      ...quoted(note),
      { button: "Accept the invitation", href: link },
      { note: "The link works once, for 7 days, and asks you to sign in or to create a free account." },
    ],
    footer: { reason: `You receive this because ${ownerName} gave this address to Coffer.`, links: [] },
  };
};

export const budgetShared = (data: EmailOf<"budget-shared">): Template =>
  personal(
    data,
    `${nameInSubject(data.ownerName)} shared ${ledgerInSubject(data.ledgerName, "a budget")} with you`,
    MAY[data.permission],
    [
      `${sender(data.ownerName, data.ownerEmail)} shared ${ledgerInText(data.ledgerName, "budget")} with you: you can open it now. ${MAY[data.permission]}`,
      ...quoted(data.note),
      { button: "Open the budget", href: data.link },
      {
        note: "It is in the budget switcher at the top of every screen. You can leave the budget in Settings at any time.",
      },
    ],
    { reason: "You receive this because a budget was shared with your Coffer account.", links: [] },
  );

const quoted = (note: string | null): Block[] => (note ? [{ quote: note }] : []);

/** Names can be anybody's; the address is the sender's own, proven. */
const sender = (name: string, email: string): string => (email === "" ? name : `${name} (${email})`);
