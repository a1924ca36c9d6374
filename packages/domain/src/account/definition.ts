import * as v from "valibot";
import { wholeNumber } from "../definition/values.ts";
import { NOTIFY_BY } from "../notification/choices.ts";

/** The period that the money has to last for. */
export const SPEND_UNTIL = ["month-end", "pay-day"] as const;
export type SpendUntil = (typeof SPEND_UNTIL)[number];

/** Monthly summaries are mailed on the 1st. */
export const DIGEST_FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export const digestFrequency = v.picklist(DIGEST_FREQUENCIES, "Frequency must be daily, weekly or monthly");
const WEEKDAY = "Weekday must be 0 (Sunday) to 6";
export const digestWeekday = wholeNumber(WEEKDAY, 0, 6);
/** Monday. */
export const DEFAULT_WEEKDAY = 1;

export const user = v.object({
  id: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
  isAdmin: v.boolean(),
  emailVerified: v.boolean(),
  emailNotifications: v.boolean(),
  /** "HH:MM" in the user's time zone. */
  notificationTime: v.string(),
  /** How often the summary is mailed. */
  frequency: v.optional(digestFrequency, "daily"),
  /** The day of weekly summaries, 0 (Sunday) to 6. */
  weekday: v.optional(digestWeekday, DEFAULT_WEEKDAY),
  /** Decides what "today" is. */
  timeZone: v.string(),
  /** The currency of the user's own budget. */
  currency: v.string(),
  /** The currency that members chose for the ledger with the user's id, if it differs from `currency`. */
  ledgerCurrency: v.nullable(v.string()),
  aiRecommendations: v.boolean(),
  notifications: v.boolean(),
  /** By kind of notification; absent kinds are on. */
  notify: v.record(v.string(), v.boolean()),
  notifyBy: v.picklist(NOTIFY_BY),
  /** Whether the user may open the ledger with their id. False after they left it or joined another household. */
  hasLedger: v.boolean(),
  /** The owner of the budget that opens first; null for the user's own. */
  homeBudget: v.nullable(v.number()),
  spendUntil: v.picklist(SPEND_UNTIL),
});

export const USERS_PAGE = 50;
export const listedUser = v.object({
  ...v.pick(user, ["id", "firstName", "lastName", "email", "isAdmin", "emailNotifications"]).entries,
  /** When the account will be deleted, in milliseconds. */
  goesAt: v.optional(v.number()),
});
export type ListedUser = v.InferOutput<typeof listedUser>;

/** Where a session is signed in, in words; null if unknown. */
export const device = v.object(v.entriesFromList(["network", "browser", "system"], v.nullable(v.string())));
export type Device = v.InferOutput<typeof device>;
