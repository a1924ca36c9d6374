import type { EmailOf } from "@coffer/core/email";
import type { Day } from "@coffer/domain/day";
import type { Block, Footer, Template } from "./block.ts";

export const ABOUT_YOUR_ACCOUNT: Footer = {
  reason: "You receive this because it is about your Coffer account.",
  links: [],
};
const BY_ADDRESS: Footer = {
  reason: "You receive this because somebody gave this address to Coffer.",
  links: [],
};

export const verifyEmail = ({ firstName, link }: EmailOf<"verify-email">): Template => ({
  subject: "Confirm your email address",
  preview: "One click, and your daily summaries and shared budgets can reach you.",
  title: "Confirm your email address",
  blocks: [
    { paragraph: `Hello ${firstName},` },
    {
      paragraph:
        "Please confirm that this address is yours, so that summaries and shared budgets can reach you.",
    },
    { button: "Confirm this address", href: link },
    {
      note: "The link works once, for 24 hours. If you do not know Coffer, ignore this email: nothing will happen.",
    },
  ],
  footer: BY_ADDRESS,
});

export const resetPassword = ({ firstName, link }: EmailOf<"reset-password">): Template => ({
  subject: "Reset your password",
  preview: "The link works once, for 30 minutes.",
  title: "Reset your password",
  blocks: [
    { paragraph: `Hello ${firstName},` },
    { paragraph: "Somebody, hopefully you, asked for a new password for your account." },
    { button: "Choose a new password", href: link },
    {
      note: "The link works once, for 30 minutes. If it was not you, ignore this email: your password stays as it is.",
    },
  ],
  footer: ABOUT_YOUR_ACCOUNT,
});

export const passwordChanged = ({ firstName }: EmailOf<"password-changed">): Template => ({
  subject: "Your password was changed",
  preview: "If this was you, there is nothing to do.",
  title: "Your password was changed",
  blocks: [
    { paragraph: `Hello ${firstName},` },
    { paragraph: "Your account's password was just changed. If this was you, there is nothing to do." },
    {
      paragraph:
        "If it was not, use “Forgot password” on the sign-in page at once: it signs out every device.",
    },
  ],
  footer: ABOUT_YOUR_ACCOUNT,
});

export const emailChanged = ({ firstName, newEmail, link }: EmailOf<"email-changed">): Template => ({
  subject: "Your email address was changed",
  preview: "If this was you, there is nothing to do.",
  title: "Your email address was changed",
  blocks: [
    { paragraph: `Hello ${firstName},` },
    { paragraph: `Your account now uses ${newEmail}. This address receives no more mail from us.` },
    ...(link ? takeBack(link) : [{ paragraph: "If this was not you, answer this email." }]),
  ],
  footer: ABOUT_YOUR_ACCOUNT,
});

export const accountLeaving = ({
  firstName,
  goesOn,
  byAdministrator,
  link,
}: EmailOf<"account-leaving">): Template => ({
  subject: "Your account is going to be deleted",
  preview: "Signing in before then keeps it.",
  title: "Your account is going to be deleted",
  blocks: [
    { paragraph: `Hello ${firstName},` },
    {
      paragraph: byAdministrator
        ? `An administrator is deleting your account. On ${longDay(goesOn)} it goes, with everything in your budget.`
        : `As you asked, your account goes on ${longDay(goesOn)}, with everything in your budget.`,
    },
    { paragraph: "If you want to keep it, sign in before then." },
    { button: "Keep my account", href: link },
  ],
  footer: ABOUT_YOUR_ACCOUNT,
});

export const accountKept = ({ firstName }: EmailOf<"account-kept">): Template => ({
  subject: "Your account stays",
  preview: "You signed in, so nothing is deleted.",
  title: "Your account stays",
  blocks: [
    { paragraph: `Hello ${firstName},` },
    { paragraph: "You signed in, so your account is not deleted. Everything is as it was." },
    { paragraph: "If this was not you, use “Forgot password” on the sign-in page at once." },
  ],
  footer: ABOUT_YOUR_ACCOUNT,
});

export const budgetGone = ({ firstName, ownerName }: EmailOf<"budget-gone">): Template => ({
  subject: `${ownerName}'s budget is gone`,
  preview: "Their account was deleted.",
  title: `${ownerName}'s budget is gone`,
  blocks: [
    { paragraph: `Hello ${firstName},` },
    {
      paragraph: `${ownerName} had shared a budget with you. Their account was deleted, and the budget with it.`,
    },
    { paragraph: "Your own budget is as it was." },
  ],
  footer: ABOUT_YOUR_ACCOUNT,
});

/** "November 28, 2026" */
const longDay = (day: Day): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

const takeBack = (href: string): Block[] => [
  { paragraph: "If this was not you, take the change back. It signs out every device." },
  { button: "Take the change back", href },
  { note: "The link works for 7 days. If it was you, there is nothing to do." },
];
