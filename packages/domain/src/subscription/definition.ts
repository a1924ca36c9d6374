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
import { canCoincide, FREQUENCIES } from "./rhythm.ts";

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
    /** The other day of the month, for semimonthly payments. */
    secondDay: field.laterOrNull(field.count("Second day", secondDay)),
    startDate: field.date("Start date", "Start date is required"),
    endDate: field.nullable(field.date("End date")),
    nextPaymentDate: field.managed(field.date("Next payment")),
    categoryId: field.nullOnceDeleted(field.categoryRef("Category is required")),
    notifyBeforeDays: field.withDefault(
      field.count("Notify before (days)", notifyBeforeDays),
      DEFAULT_NOTIFY_DAYS,
    ),
    autoCreateTransaction: field.withDefault(
      field.flag("Create transactions automatically", "Auto-create is on or off"),
      false,
    ),
    /** True for a new subscription; an edit without it keeps its value. */
    active: { ...field.partlyManaged(field.flag("Active", "Active is on or off")), isVersioned: true },
    description: field.freeText("Description", DESCRIPTION_MAX),
    website: field.webAddress("Website"),
    notes: field.freeText("Notes", NOTES_MAX),
    /** Absent: an expense. Recurring income is recorded on its pay day. */
    type: field.later(field.choice("Type", FLOWS, "Type must be income or expense")),
    /** The day of the first payment, from which later payments are counted; the time before is free. */
    trialEndDate: field.laterOrNull(field.date("Trial ends")),
    /** The cancellation notice: days before a payment. */
    cancelNoticeDays: field.laterOrNull(field.count("Cancellation notice (days)", cancelNoticeDays)),
    /** The member who pays it; absent: the ledger's first owner, or the person who records a payment by hand. */
    paidBy: field.later(field.otherId()),
    /** Payments through this day are never due; absent from subscriptions of older releases. */
    enteredOn: field.internal(field.managed(field.laterOrNull(field.date(null)))),
    /** The day it was paused; absent if it ended, or if an older release paused it. */
    pausedOn: field.internal(field.managed(field.laterOrNull(field.date(null)))),
    /** Past pauses: payments after `after` and through `through` are never due. */
    rests: field.later(field.plain(v.array(v.object({ after: day(), through: day() })))),
    /** The amount before its last change, and the day of the change. */
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
      frequency !== "semimonthly" || !secondDay || !canCoincide(startDate, secondDay),
    message:
      "Choose two days that differ in every month: the 28th to the 31st can be the same day in February",
  },
);

export const duePayment = v.object({
  subscriptionId: v.number(),
  name: v.string(),
  amount: replyMoney,
  date: day(),
  /** Null without a category: the payment then counts as everyday spending. */
  categoryId: v.nullable(v.number()),
});

export const suggestion = v.object({
  /** Stable, so that a dismissed suggestion stays dismissed. */
  id: v.string(),
  kind: v.picklist(["subscription", "price"]),
  name: v.string(),
  amount: replyMoney,
  /** The day of the latest charge. */
  date: day(),
  frequency: v.picklist(FREQUENCIES),
  categoryId: v.nullable(v.number()),
  /** With `price`: the subscription whose price changed. */
  subscriptionId: v.nullable(v.number()),
  transactionIds: v.array(v.number()),
});
