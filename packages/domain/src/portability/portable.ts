import * as v from "valibot";
import { digestFrequency, digestWeekday } from "../account/definition.ts";
import { storedTransaction } from "../activity/snapshots.ts";
import { plan } from "../budget/definition.ts";
import { category, chosenKind } from "../category/definition.ts";
import { RESTORE_TIMES } from "../ceilings.ts";
import * as field from "../definition/field.ts";
import { defineKind, listOf, partOf, portableOf, withFields } from "../definition/kind.ts";
import { id } from "../definition/values.ts";
import { contribution, MAX_MILESTONES, milestone, storedGoal } from "../goal/definition.ts";
import { isCurrency } from "../money/money.ts";
import { accountKind, storedAccount } from "../money-account/definition.ts";
import { reviewRow } from "../review/definition.ts";
import { rule } from "../rule/definition.ts";
import { MAX_RULES } from "../rule/rule.ts";
import { settlement } from "../share/definition.ts";
import { subscription } from "../subscription/definition.ts";
import { isTime, timeZoneNamed } from "../time/timezone.ts";

/** A person to whom items refer by `id`; `email` is null if the account was deleted. */
export const person = v.object({ id: id(), email: v.nullable(v.string()) });
export type Person = v.InferOutput<typeof person>;

const settings = {
  currency: v.pipe(v.string(), v.check(isCurrency, "Use a currency's code")),
  timeZone: v.pipe(v.string(), v.transform(timeZoneNamed), v.string("Use a time zone's name")),
  aiRecommendations: v.boolean(),
  notifications: v.boolean(),
  emailNotifications: v.boolean(),
  notificationTime: v.pipe(v.string(), v.check(isTime, "Use a time as HH:MM")),
  frequency: v.optional(digestFrequency),
  weekday: v.optional(digestWeekday),
};
export type PortableSettings = v.InferOutput<v.ObjectSchema<typeof settings, undefined>>;

/** Items refer to other people only as payers and sharers, by the ids of the file's `people` (docs/export.md). */
export const portableItem = v.variant("kind", [
  v.object({ kind: v.literal("settings"), ...settings }),
  portableOf(withFields(category, { chosenKind: field.laterOrNull(chosenKind) })),
  portableOf(plan),
  portableOf(defineKind("month", { month: field.monthField(), resetAt: field.moment() })),
  portableOf(withFields(storedGoal, { milestones: listOf(milestone, MAX_MILESTONES * RESTORE_TIMES) })),
  portableOf(contribution),
  /** `settledThrough` is the latest due date that was paid, recorded or skipped. */
  portableOf(withFields(subscription, { settledThrough: field.nullable(field.date(null)) })),
  v.object({
    kind: v.literal("rules"),
    rules: v.pipe(v.array(partOf(rule).portable), v.maxLength(MAX_RULES * RESTORE_TIMES)),
  }),
  portableOf(settlement),
  portableOf(withFields(storedAccount, { accountKind })),
  portableOf(reviewRow),
  portableOf(storedTransaction),
]);
export type PortableItem = v.InferOutput<typeof portableItem>;
