import type { SpendUntil } from "../budget/spend-until.ts";
import type { Id } from "../id.ts";
import type { Currency } from "../money/money.ts";
import type { NotifyBy, NotifyChoices } from "../notification/choices.ts";
import type { TimeZone } from "../time/timezone.ts";

/** `timeZone` decides what "today" is; `notificationTime` is local, "HH:MM". */
export type User = {
  id: Id;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  isAdmin: boolean;
  emailVerified: boolean;
  emailNotifications: boolean;
  notificationTime: string;
  timeZone: TimeZone;
  currency: Currency;
  aiRecommendations: boolean;
  /** The switch above all of `notify`. */
  notifications: boolean;
  notify: NotifyChoices;
  notifyBy: NotifyBy;
  /** True where the ledger of the user's own number is theirs to open: not where they left it, or live in another's. */
  hasLedger: boolean;
  /** Whose budget opens first; null for one's own. */
  homeBudget: Id | null;
  /** The time for which what can be spent has to last. */
  spendUntil: SpendUntil;
};

/** In characters. */
export const MIN_PASSWORD = 6;
export const MIN_PHONE = 7;

type Named = Pick<User, "firstName" | "lastName">;

export function initials(user: Named): string {
  return [user.firstName, user.lastName].map(firstLetter).join("");
}

export function fullName(user: Named): string {
  return [user.firstName, user.lastName]
    .map((name) => name.trim())
    .filter(Boolean)
    .join(" ");
}

/** By code point, so that a letter outside the basic plane stays whole. */
function firstLetter(name: string): string {
  const [letter = ""] = name.trim();
  return letter.toUpperCase();
}
