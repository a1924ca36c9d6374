import * as v from "valibot";
import { NOTIFY_BY } from "../notification/choices.ts";

/** The time for which the money has to last. */
export const SPEND_UNTIL = ["month-end", "pay-day"] as const;
export type SpendUntil = (typeof SPEND_UNTIL)[number];

export const user = v.object({
  id: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  phone: v.string(),
  isAdmin: v.boolean(),
  emailVerified: v.boolean(),
  emailNotifications: v.boolean(),
  /** Local, "HH:MM". */
  notificationTime: v.string(),
  /** Decides what "today" is. */
  timeZone: v.string(),
  /** Of a budget of their own. */
  currency: v.string(),
  /** Of the ledger of the user's own number, where its members chose another than `currency`. */
  ledgerCurrency: v.nullable(v.string()),
  aiRecommendations: v.boolean(),
  notifications: v.boolean(),
  /** By kind of notification; one that is left out is wanted. */
  notify: v.record(v.string(), v.boolean()),
  notifyBy: v.picklist(NOTIFY_BY),
  /** True where the ledger of the user's own number is theirs to open: not where they left it, or live in another's. */
  hasLedger: v.boolean(),
  /** The owner whose budget opens first; null for one's own. */
  homeBudget: v.nullable(v.number()),
  spendUntil: v.picklist(SPEND_UNTIL),
});

export const USERS_PAGE = 50;
export const listedUser = v.object({
  ...v.pick(user, ["id", "firstName", "lastName", "email", "isAdmin", "emailNotifications"]).entries,
  /** Of an account that is to be deleted: the instant, in milliseconds. */
  goesAt: v.optional(v.number()),
});
export type ListedUser = v.InferOutput<typeof listedUser>;
