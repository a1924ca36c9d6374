import type { InferOutput } from "valibot";
import type { Currency } from "../money/money.ts";
import type { user } from "./definition.ts";

export type User = InferOutput<typeof user>;

/** In characters. */
export const MIN_PASSWORD = 6;
export const MIN_PHONE = 7;

/** Days until an account whose deletion was requested is deleted. */
export const LEAVING_DAYS = 7;
/** Days until a second factor is removed from the account of somebody who lost it. */
export const SECOND_FACTOR_REMOVAL_DAYS = 3;
/** Minutes for which a re-authentication is valid. */
export const RECENT_MINUTES = 10;

type Named = Pick<User, "firstName" | "lastName">;

export const initials = (user: Named): string => [user.firstName, user.lastName].map(firstLetter).join("");

export function fullName(user: Named): string {
  return [user.firstName, user.lastName]
    .map((name) => name.trim())
    .filter(Boolean)
    .join(" ");
}

/** The currency of the ledger with the user's id, for everybody who opens it. */
export const ownLedgerCurrency = (user: Pick<User, "currency" | "ledgerCurrency">): Currency =>
  user.ledgerCurrency ?? user.currency;

/** By code point, so that a letter outside the basic plane is not cut in two. */
function firstLetter(name: string): string {
  const [letter = ""] = name.trim();
  return letter.toUpperCase();
}
