import type { EmailOf } from "@coffer/core/mail/email";
import type { Day } from "@coffer/domain/time/day";
import type { Block, Footer, Template } from "./block.ts";
import { ledgerInSubject, ledgerInText, nameInSubject } from "./subject.ts";

const ABOUT_YOUR_ACCOUNT: Footer = {
  reason: "You receive this because it is about your Coffer account.",
  links: [],
};
const BY_ADDRESS: Footer = {
  reason: "You receive this because somebody gave this address to Coffer.",
  links: [],
};

/** A mail to a person by name, whose title is its subject; a text among the blocks is a paragraph. */
export function personal(
  { firstName }: { firstName: string },
  subject: string,
  preview: string,
  blocks: (string | Block)[],
  footer = ABOUT_YOUR_ACCOUNT,
): Template {
  const all = [`Hello ${firstName},`, ...blocks];
  return {
    subject,
    preview,
    title: subject,
    blocks: all.map((block) => (typeof block === "string" ? { paragraph: block } : block)),
    footer,
  };
}

export const verifyEmail = (data: EmailOf<"verify-email">): Template =>
  personal(
    data,
    "Confirm your email address",
    "One click, and your daily summaries and shared budgets can reach you.",
    [
      "Please confirm that this address is yours, so that summaries and shared budgets can reach you.",
      { button: "Confirm this address", href: data.link },
      {
        note: "The link works once, for 24 hours. If you do not know Coffer, ignore this email: nothing will happen.",
      },
    ],
    BY_ADDRESS,
  );

export const resetPassword = (data: EmailOf<"reset-password">): Template =>
  personal(data, "Reset your password", "The link works once, for 30 minutes.", [
    "Somebody, hopefully you, asked for a new password for your account.",
    { button: "Choose a new password", href: data.link },
    {
      note: "The link works once, for 30 minutes. If it was not you, ignore this email: your password stays as it is.",
    },
  ]);

export const passwordChanged = (data: EmailOf<"password-changed">): Template =>
  personal(data, "Your password was changed", "If this was you, there is nothing to do.", [
    "Your account's password was just changed. If this was you, there is nothing to do.",
    "If it was not, use “Forgot password” on the sign-in page at once: it signs out every device.",
  ]);

export const emailChanged = (data: EmailOf<"email-changed">): Template =>
  personal(data, "Your email address was changed", "If this was you, there is nothing to do.", [
    `Your account now uses ${data.newEmail}. This address receives no more mail from us.`,
    ...(data.link ? takeBack(data.link) : ["If this was not you, answer this email."]),
  ]);

const takeBack = (href: string): (string | Block)[] => [
  "If this was not you, take the change back. It signs out every device.",
  { button: "Take the change back", href },
  { note: "The link works for 7 days. If it was you, there is nothing to do." },
];

export const accountLeaving = (data: EmailOf<"account-leaving">): Template =>
  personal(data, "Your account is going to be deleted", "Signing in before then keeps it.", [
    data.byAdministrator
      ? `An administrator is deleting your account. It will be gone on ${longDay(data.goesOn)}, with everything in your budget.`
      : `As you asked, your account will be deleted on ${longDay(data.goesOn)}, with everything in your budget.`,
    "If you want to keep it, sign in before then.",
    { button: "Keep my account", href: data.link },
    ...(data.endShares
      ? [
          "Until then, whoever you share with can open your budget. You can end that now, without signing in.",
          { button: "End all my shares", href: data.endShares },
        ]
      : []),
  ]);

export const accountKept = (data: EmailOf<"account-kept">): Template =>
  personal(data, "Your account stays", "You signed in, so nothing is deleted.", [
    "You signed in, so your account is not deleted. Everything is as it was.",
    "If this was not you, use “Forgot password” on the sign-in page at once.",
  ]);

export const budgetGone = (data: EmailOf<"budget-gone">): Template => {
  const theirs = `${nameInSubject(data.ownerName)}'s budget`;
  return personal(data, `${ledgerInSubject(data.ledgerName, theirs)} is gone`, "Their account was deleted.", [
    `${data.ownerName} had shared ${ledgerInText(data.ledgerName, "budget")} with you. Their account was deleted, and the budget with it.`,
    "Your own budget is as it was.",
  ]);
};

/** "November 28, 2026" */
const longDay = (day: Day): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
