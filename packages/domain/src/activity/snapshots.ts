import * as v from "valibot";
import { plan } from "../budget/definition.ts";
import { category } from "../category/definition.ts";
import * as field from "../definition/field.ts";
import { defineKind, listOf, partOf, withFields } from "../definition/kind.ts";
import { milestone, storedGoal } from "../goal/definition.ts";
import { fingerprint } from "../import/import-row.ts";
import { ties } from "../import/ties.ts";
import { account, balancePoint } from "../money-account/definition.ts";
import { reviewRow } from "../review/definition.ts";
import { settlement } from "../share/definition.ts";
import { PERMISSIONS } from "../share/sharing.ts";
import { subscription } from "../subscription/definition.ts";
import { transaction } from "../transaction/definition.ts";

export const storedTransaction = withFields(transaction, {
  imported: field.internal(field.later(field.plain(fingerprint))),
  ties: field.notExported(field.internal(field.later(field.plain(ties)))),
  batch: field.notExported(field.internal(field.later(field.plain(v.string())))),
});

/** The fields that `compactEntry` omitted. */
const same = field.internal(field.notExported(field.later(field.plain(v.record(v.string(), v.string())))));
const oneOfMany = withFields(storedTransaction, { same });

const storedSubscription = withFields(subscription, {
  settledThrough: field.managed(field.laterOrNull(field.date(null))),
});

/** The state of things before and after a change, as entries store it. */
export const SNAPSHOTS = {
  /** `others` were deleted or moved in the same change. */
  transaction: withFields(storedTransaction, { others: field.later(listOf(oneOfMany)) }),
  payment: defineKind("payment", {
    id: field.plain(v.number()),
    description: field.plain(v.string()),
    lines: listOf(oneOfMany),
  }),
  category: withFields(category, {
    /** The number of transactions that were deleted or moved with it. */
    transactions: field.later(field.plain(v.number())),
    movedTo: field.laterOrNull(field.plain(v.object({ id: v.number(), name: v.string() }))),
    plan: field.later(partOf(plan)),
    /** The categories that were reordered with it. */
    others: field.later(listOf(withFields(category, { same }))),
  }),
  plan,
  /** A month that was planned as a whole, or whose actuals were reset; `resetAt` is in milliseconds. */
  month: defineKind("month", {
    month: field.monthField(),
    plans: field.later(listOf(plan)),
    resetAt: field.laterOrNull(field.plain(v.number())),
  }),
  goal: withFields(storedGoal, { milestones: field.later(listOf(milestone)) }),
  milestone,
  subscription: withFields(storedSubscription, {
    transactions: field.later(listOf(storedTransaction)),
  }),
  share: defineKind("share", {
    id: field.plain(v.number()),
    email: field.plain(v.string()),
    permission: field.plain(v.picklist(PERMISSIONS)),
    opened: field.later(field.plain(v.boolean())),
  }),
  import: defineKind("import", {
    batch: field.plain(v.string()),
    source: field.plain(v.string()),
    added: field.plain(v.number()),
    /** The rows that went to review. */
    toReview: field.later(field.plain(v.number())),
  }),
  /** Rows in review or set aside, and the transactions and subscriptions made of them. */
  review: defineKind("review", {
    rows: listOf(reviewRow),
    transactions: listOf(storedTransaction),
    subscriptions: field.later(listOf(storedSubscription)),
  }),
  settlement,
  /** `points` only for a deletion and its undo; other changes of points are entries of kind "point". */
  account: withFields(account, { points: field.later(listOf(balancePoint)) }),
  point: withFields(balancePoint, { accountId: field.identity() }),
} as const;
