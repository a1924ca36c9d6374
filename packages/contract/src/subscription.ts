import { FLOWS } from "@coffer/domain/category/category";
import {
  amountRule,
  DESCRIPTION_MAX,
  day,
  fields,
  money,
  NOTES_MAX,
  optionalText,
  replyMoney,
  text,
} from "@coffer/domain/definition/values";
import { FREQUENCIES } from "@coffer/domain/subscription/rhythm";
import { DEFAULT_NOTIFY_DAYS } from "@coffer/domain/subscription/subscription";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { categoryId, flow, idParams, noContent } from "./fields.ts";

export const subscriptionAmount = amountRule("Amount must be greater than 0");
export const END_BEFORE_START = "End date must not be before the start date";
export const NOTIFY_DAYS = "Notify days must be a whole number of 0 or more";

const website = v.pipe(
  optionalText(500),
  v.check(
    (value) => value === null || isWebAddress(value),
    "Use an address that starts with http:// or https://",
  ),
);

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

export const notifyBeforeDays = v.pipe(
  v.number(NOTIFY_DAYS),
  v.integer(NOTIFY_DAYS),
  v.minValue(0, NOTIFY_DAYS),
  v.maxValue(365, "Use at most 365 days"),
);

export const CANCEL_DAYS = "Notice days must be a whole number of 0 to 365";
export const cancelNoticeDays = v.pipe(
  v.number(CANCEL_DAYS),
  v.integer(CANCEL_DAYS),
  v.minValue(0, CANCEL_DAYS),
  v.maxValue(365, CANCEL_DAYS),
);

/** A `nextPaymentDate` that is sent is ignored: the server computes it. */
export const subscriptionBody = v.pipe(
  fields({
    name: text("Name is required"),
    frequency: v.picklist(FREQUENCIES, "Frequency is required"),
    autoCreateTransaction: v.optional(v.boolean("Auto-create is on or off"), false),
    active: v.optional(v.boolean("Active is on or off"), true),
    description: optionalText(DESCRIPTION_MAX),
    website,
    notes: optionalText(NOTES_MAX),
    amount: money(subscriptionAmount),
    startDate: day("Start date is required"),
    endDate: v.nullish(day(), null),
    categoryId,
    notifyBeforeDays: v.optional(notifyBeforeDays, DEFAULT_NOTIFY_DAYS),
    /** Where one of these is left out of a change, it stays as it is. Recurring income is recorded on its pay day. */
    type: v.optional(flow),
    trialEndDate: v.optional(v.nullable(day())),
    cancelNoticeDays: v.optional(v.nullable(cancelNoticeDays)),
  }),
  v.forward(
    v.partialCheck(
      [["startDate"], ["endDate"]],
      (sub) => sub.endDate === null || sub.startDate <= sub.endDate,
      END_BEFORE_START,
    ),
    ["endDate"],
  ),
);

export const subscriptionReply = v.object({
  id: v.number(),
  name: v.string(),
  amount: replyMoney,
  frequency: v.picklist(FREQUENCIES),
  startDate: day(),
  endDate: v.nullable(day()),
  nextPaymentDate: day(),
  categoryId: v.nullable(v.number()),
  notifyBeforeDays: v.number(),
  autoCreateTransaction: v.boolean(),
  active: v.boolean(),
  description: v.nullable(v.string()),
  website: v.nullable(v.string()),
  notes: v.nullable(v.string()),
  type: v.optional(v.picklist(FLOWS)),
  trialEndDate: v.optional(v.nullable(day())),
  cancelNoticeDays: v.optional(v.nullable(v.number())),
  /** The amount before its last change, and the day of that. */
  previousAmount: v.optional(v.nullable(replyMoney)),
  amountChangedOn: v.optional(v.nullable(day())),
});

/** Refused with 409 when it is no longer the next payment, so that none is paid twice. */
const payment = fields({ dueDate: day("Due date is required") });

export const subscriptions = {
  list: endpoint.get("/api/subscriptions", {
    access: "read",
    summary: "The budget's subscriptions, next payment first",
    reply: v.array(subscriptionReply),
  }),
  add: endpoint.post("/api/subscriptions", {
    access: "manage",
    summary: "Add a subscription; the server computes its next payment date",
    body: subscriptionBody,
    reply: subscriptionReply,
    status: 201,
    idempotent: true,
  }),
  update: endpoint.put("/api/subscriptions/:id", {
    access: "manage",
    summary: "Change a subscription",
    params: idParams,
    body: subscriptionBody,
    reply: subscriptionReply,
    versioned: true,
  }),
  remove: endpoint.delete("/api/subscriptions/:id", {
    access: "manage",
    summary: "Delete a subscription; what it has posted stays",
    params: idParams,
    ...noContent,
  }),
  pay: endpoint.post("/api/subscriptions/:id/pay", {
    access: "manage",
    summary: "Mark the due payment as paid: records its transaction and moves to the next",
    params: idParams,
    body: payment,
    reply: subscriptionReply,
  }),
  skip: endpoint.post("/api/subscriptions/:id/skip", {
    access: "manage",
    summary: "Move to the next payment without recording one",
    params: idParams,
    body: payment,
    reply: subscriptionReply,
  }),
};
