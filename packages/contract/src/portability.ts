import { CATEGORY_COLORS, CATEGORY_ICON_NAMES } from "@coffer/domain/category/category";
import {
  DESCRIPTION_MAX,
  day,
  fields,
  id,
  money,
  NOTES_MAX,
  optionalText,
  text,
} from "@coffer/domain/definition/values";
import { GOAL_COLORS, GOAL_ICONS, GOAL_STATUSES } from "@coffer/domain/goal/goal";
import { CURRENCIES } from "@coffer/domain/money/money";
import { MAX_RULES } from "@coffer/domain/rule/rule";
import { FREQUENCIES } from "@coffer/domain/subscription/rhythm";
import { type Month, parseMonth } from "@coffer/domain/time/month";
import { isTime, TIME_ZONES } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { categoryId, flow } from "./fields.ts";
import { batchId } from "./import.ts";
import { ruleBody } from "./rule.ts";
import { notifyBeforeDays } from "./subscription.ts";

const amount = money({ required: "Amount is required", invalid: "Amount must be a positive number" });
const amountOrZero = money({
  required: "Amount is required",
  invalid: "Amount cannot be negative",
  allowZero: true,
});
const name = text("Name is required");
const instant = v.pipe(v.number("Use an instant in milliseconds"), v.safeInteger(), v.minValue(0));
const month = v.pipe(
  v.string("Use a month, as yyyy-MM"),
  v.rawTransform(({ dataset, addIssue, NEVER }): Month => {
    const parsed = parseMonth(dataset.value);
    if (parsed !== undefined) return parsed;
    addIssue({ message: "Use a month, as yyyy-MM" });
    return NEVER;
  }),
);
const fingerprint = v.pipe(v.string(), v.minLength(1), v.maxLength(100));

/** One line of an exported file (docs/export.md). */
const portableItem = v.variant("kind", [
  v.object({
    kind: v.literal("settings"),
    currency: v.picklist(CURRENCIES),
    timeZone: v.picklist(TIME_ZONES),
    aiRecommendations: v.boolean(),
    notifications: v.boolean(),
    emailNotifications: v.boolean(),
    notificationTime: v.pipe(v.string(), v.check(isTime, "Use a time as HH:MM")),
  }),
  v.object({
    kind: v.literal("category"),
    id: id(),
    name,
    description: optionalText(DESCRIPTION_MAX),
    icon: v.picklist(CATEGORY_ICON_NAMES),
    color: v.picklist(CATEGORY_COLORS),
    type: flow,
    group: v.optional(v.nullable(text("Group is required"))),
    position: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    archived: v.optional(v.boolean()),
  }),
  v.object({ kind: v.literal("plan"), month, categoryId: id(), projected: amountOrZero }),
  v.object({ kind: v.literal("month"), month, resetAt: instant }),
  v.object({
    kind: v.literal("goal"),
    id: id(),
    name,
    description: optionalText(DESCRIPTION_MAX),
    targetAmount: amount,
    currentAmount: amountOrZero,
    startDate: day(),
    targetDate: day(),
    categoryId: v.nullable(id()),
    icon: v.picklist(GOAL_ICONS),
    color: v.picklist(GOAL_COLORS),
    status: v.picklist(GOAL_STATUSES),
    milestones: v.pipe(
      v.array(v.object({ id: id(), name, amount, description: optionalText(DESCRIPTION_MAX) })),
      v.maxLength(50),
    ),
  }),
  v.object({
    kind: v.literal("contribution"),
    id: id(),
    goalId: id(),
    amount: money({
      required: "Amount is required",
      invalid: "Amount must be a number with at most two decimals",
      allowZero: true,
      allowNegative: true,
    }),
    balance: amountOrZero,
    at: instant,
  }),
  v.object({
    kind: v.literal("subscription"),
    id: id(),
    name,
    amount,
    frequency: v.picklist(FREQUENCIES),
    startDate: day(),
    endDate: v.nullable(day()),
    nextPaymentDate: day(),
    categoryId: v.nullable(id()),
    notifyBeforeDays,
    autoCreateTransaction: v.boolean(),
    active: v.boolean(),
    description: optionalText(DESCRIPTION_MAX),
    website: optionalText(500),
    notes: optionalText(NOTES_MAX),
    type: v.optional(flow),
    trialEndDate: v.optional(v.nullable(day())),
    cancelNoticeDays: v.optional(v.nullable(notifyBeforeDays)),
    previousAmount: v.optional(v.nullable(amount)),
    amountChangedOn: v.optional(v.nullable(day())),
    settledThrough: v.nullable(day()),
  }),
  v.object({
    kind: v.literal("rules"),
    rules: v.pipe(v.array(v.object({ id: id(), ...ruleBody.entries })), v.maxLength(MAX_RULES)),
  }),
  v.object({
    kind: v.literal("transaction"),
    id: id(),
    description: text("Description is required", DESCRIPTION_MAX),
    amount,
    type: flow,
    categoryId,
    notes: optionalText(NOTES_MAX),
    createdAt: instant,
    refund: v.optional(v.boolean()),
    subscriptionId: v.optional(id()),
    date: day(),
    imported: v.optional(
      v.object({ facts: fingerprint, references: v.pipe(v.array(fingerprint), v.maxLength(10)) }),
    ),
  }),
]);

/** So many items of a file one call takes. */
export const RESTORE_ITEMS = 200;

export const portability = {
  export: endpoint.get("/api/export", {
    access: "owner",
    summary: "Everything of one's own budget, part by part; `cursor` is null with the last",
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({
      version: v.number(),
      part: v.number(),
      items: v.array(portableItem),
      cursor: v.nullable(v.string()),
    }),
  }),
  restore: endpoint.post("/api/restore", {
    access: "owner",
    summary: "Put an export back into an empty budget, part by part, categories first; safe to repeat",
    body: fields({
      batch: batchId,
      version: v.pipe(v.number("Version is required"), v.integer(), v.minValue(1)),
      items: v.pipe(
        v.array(portableItem, "Send the items as a list"),
        v.maxLength(RESTORE_ITEMS, `Send at most ${RESTORE_ITEMS} items at once`),
      ),
    }),
    reply: v.object({ restored: v.number() }),
    maxBody: 1024 * 1024,
  }),
};
