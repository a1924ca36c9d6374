import type { Id } from "./id.ts";
import type { Currency } from "./money.ts";
import type { TimeZone } from "./timezone.ts";

/** A person with an account. `timeZone` decides what "today" is for them; `notificationTime` is local "HH:MM". */
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
  notifications: boolean;
};

/** The shortest password and phone number accepted, in characters (spec section 9). */
export const MIN_PASSWORD = 6;
export const MIN_PHONE = 7;

type Named = Pick<User, "firstName" | "lastName">;

/** Takes a person's names; returns the first letter of each, upper case: "AL" (spec section 9). */
export function initials(user: Named): string {
  return [user.firstName, user.lastName].map(firstLetter).join("");
}

/** Takes a person's names; returns them as one, "Ada Lovelace". */
export function fullName(user: Named): string {
  return [user.firstName, user.lastName]
    .map((name) => name.trim())
    .filter(Boolean)
    .join(" ");
}

/** By code point, not by UTF-16 unit: a letter outside the basic plane stays whole. */
function firstLetter(name: string): string {
  const [letter = ""] = name.trim();
  return letter.toUpperCase();
}
