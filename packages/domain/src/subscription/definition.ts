import * as v from "valibot";
import { FLOWS } from "../category/choices.ts";
import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import {
  amountRule,
  DESCRIPTION_MAX,
  day,
  NOTES_MAX,
  replyMoney,
  wholeNumber,
} from "../definition/values.ts";
import { FREQUENCIES, fallTogether } from "./rhythm.ts";

export const DEFAULT_NOTIFY_DAYS = 3;

export const subscriptionAmount = amountRule("Amount must be greater than 0");
export const NOTIFY_DAYS = "Notify days must be a whole number of 0 or more";
export const CANCEL_DAYS = "Notice days must be a whole number of 0 to 365";
export const SECOND_DAY = "Second day must be a whole number of 1 to 31";
export const notifyBeforeDays = wholeNumber(NOTIFY_DAYS, 0, 365, "Use at most 365 days");
export const secondDay = wholeNumber(SECOND_DAY, 1, 31);
export const cancelNoticeDays = wholeNumber(CANCEL_DAYS, 0, 365);

export const subscription = defineKind(
  "subscription",
  {
    id: field.identity(),
    name: field.requiredText("Name", "Name is required"),
    amount: field.amount("Amount", subscriptionAmount),
    frequency: field.choice("Frequency", FREQUENCIES, "Frequency is required"),
    /** The other day of the month of what comes twice a month. */
    secondDay: field.laterOrNull(field.count("Second day", secondDay)),
    startDate: field.date("Start date", "Start date is required"),
    endDate: field.nullable(field.date("End date")),
    nextPaymentDate: field.managed(field.date("Next payment")),
    categoryId: field.losable(field.categoryRef("Category is required")),
    notifyBeforeDays: field.withDefault(
      field.count("Notify before (days)", notifyBeforeDays),
      DEFAULT_NOTIFY_DAYS,
    ),
    autoCreateTransaction: field.withDefault(
      field.flag("Create transactions automatically", "Auto-create is on or off"),
      false,
    ),
    /** A new one is active; an edit that leaves it out leaves it as it is. */
    active: { ...field.besides(field.flag("Active", "Active is on or off")), isVersioned: true },
    description: field.freeText("Description", DESCRIPTION_MAX),
    website: field.webAddress("Website"),
    notes: field.freeText("Notes", NOTES_MAX),
    /** Recurring income counts in no cost and is recorded on its pay day; an expense where it is absent. */
    type: field.later(field.choice("Type", FLOWS, "Type must be income or expense")),
    /** The day of the first payment, from which the others are counted; what is before it is free. */
    trialEndDate: field.laterOrNull(field.date("Trial ends")),
    /** Days before a payment by which it has to be cancelled. */
    cancelNoticeDays: field.laterOrNull(field.count("Cancellation notice (days)", cancelNoticeDays)),
    /** The member who pays it; absent where it is the ledger's first owner, or who records a payment by hand. */
    paidBy: field.later(field.otherId()),
    /** Payments until this day are never due; absent where an older release entered it. */
    enteredOn: field.internal(field.managed(field.laterOrNull(field.date(null)))),
    /** Since when it rests; absent where it ended, or where an older release paused it. */
    pausedOn: field.internal(field.managed(field.laterOrNull(field.date(null)))),
    /** Payments after a day and through another fell within a pause, and are never due. */
    rests: field.later(field.plain(v.array(v.object({ after: day(), through: day() })))),
    /** The amount before its last change, and when that was. */
    previousAmount: field.managed(field.laterOrNull(field.amount(null, subscriptionAmount))),
    amountChangedOn: field.managed(field.laterOrNull(field.date(null))),
  },
  {
    of: ["startDate", "endDate"],
    at: "endDate",
    holds: ({ startDate, endDate }) => endDate === null || startDate <= endDate,
    message: "End date must not be before the start date",
  },
  {
    of: ["frequency", "startDate", "secondDay"],
    at: "secondDay",
    holds: ({ frequency, startDate, secondDay }) =>
      frequency !== "semimonthly" || !secondDay || !fallTogether(startDate, secondDay),
    message: "Choose two days that are apart in every month: all from the 28th on are one day in February",
  },
);

export const duePayment = v.object({
  subscriptionId: v.number(),
  name: v.string(),
  amount: replyMoney,
  date: day(),
  /** Null where nobody has given it a category: it counts as one of everyday money. */
  categoryId: v.nullable(v.number()),
});

export const suggestion = v.object({
  /** The same at every look, so that what was dismissed stays so. */
  id: v.string(),
  kind: v.picklist(["subscription", "price"]),
  name: v.string(),
  amount: replyMoney,
  /** Of the latest charge. */
  date: day(),
  frequency: v.picklist(FREQUENCIES),
  categoryId: v.nullable(v.number()),
  /** Of a price alone: what costs another amount now. */
  subscriptionId: v.nullable(v.number()),
  transactionIds: v.array(v.number()),
});
