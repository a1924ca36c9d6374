import type { EmailOf } from "@coffer/core/mail/email";
import { NOTIFICATION_LABELS } from "@coffer/domain/notification/choices";
import type { Day } from "@coffer/domain/time/day";
import { personal, type Template } from "./block.ts";

type AccountEmail = EmailOf<
  | "verify-email"
  | "reset-password"
  | "password-changed"
  | "email-changed"
  | "account-leaving"
  | "account-kept"
  | "notice"
>;

export function accountEmail(data: AccountEmail): Template {
  switch (data.kind) {
    case "verify-email":
      return personal(
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
        { reason: "You receive this because somebody gave this address to Coffer.", links: [] },
      );
    case "reset-password":
      return personal(data, "Reset your password", "The link works once, for 30 minutes.", [
        "Somebody, hopefully you, asked for a new password for your account.",
        { button: "Choose a new password", href: data.link },
        {
          note: "The link works once, for 30 minutes. If it was not you, ignore this email: your password stays as it is.",
        },
      ]);
    case "password-changed":
      return personal(data, "Your password was changed", "If this was you, there is nothing to do.", [
        "Your account's password was just changed. If this was you, there is nothing to do.",
        "If it was not, use “Forgot password” on the sign-in page at once: it signs out every device.",
      ]);
    case "email-changed":
      return personal(data, "Your email address was changed", "If this was you, there is nothing to do.", [
        `Your account now uses ${data.newEmail}. This address receives no more mail from us.`,
        ...(data.link
          ? [
              "If this was not you, take the change back. It signs out every device.",
              { button: "Take the change back", href: data.link },
              { note: "The link works for 7 days. If it was you, there is nothing to do." },
            ]
          : ["If this was not you, answer this email."]),
      ]);
    case "account-leaving":
      return personal(data, "Your account is going to be deleted", "Signing in before then keeps it.", [
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
    case "account-kept":
      return personal(data, "Your account stays", "You signed in, so nothing is deleted.", [
        "You signed in, so your account is not deleted. Everything is as it was.",
        "If this was not you, use “Forgot password” on the sign-in page at once.",
      ]);
    case "notice":
      // The subject says of what kind it is and holds no amounts: it shows on locked screens.
      return personal(
        data,
        NOTIFICATION_LABELS[data.about],
        "Open Coffer to see what is behind it.",
        [
          { paragraph: data.text, href: data.link },
          { button: "Open Coffer", href: data.link },
        ],
        {
          reason: "You receive this because your settings say that notifications are mailed at once.",
          links: [
            { label: "Choose what you are told", href: data.links.settings },
            { label: "Unsubscribe", href: data.links.unsubscribe },
          ],
        },
      );
  }
}

/** "November 28, 2026" */
const longDay = (day: Day): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
