import * as v from "valibot";
import { plan } from "../budget/definition.ts";
import { category } from "../category/definition.ts";
import {
  date,
  internal,
  later,
  laterOrNull,
  managed,
  monthField,
  notExported,
  plain,
} from "../definition/field.ts";
import { defineKind, listOf, partOf, withFields } from "../definition/kind.ts";
import { goal, milestone } from "../goal/definition.ts";
import { fingerprint } from "../import/import-row.ts";
import { settlement } from "../share/definition.ts";
import { PERMISSIONS } from "../share/sharing.ts";
import { subscription } from "../subscription/definition.ts";
import { transaction } from "../transaction/definition.ts";

export const storedTransaction = withFields(transaction, {
  imported: internal(later(plain(fingerprint))),
  batch: notExported(internal(later(plain(v.string())))),
});

/** Things before and after a change, as entries tell of them. */
export const SNAPSHOTS = {
  /** `others` were deleted or moved with it. */
  transaction: withFields(storedTransaction, { others: later(listOf(storedTransaction)) }),
  payment: defineKind("payment", {
    id: plain(v.number()),
    description: plain(v.string()),
    lines: listOf(storedTransaction),
  }),
  category: withFields(category, {
    /** The number of transactions that went with it. */
    transactions: later(plain(v.number())),
    movedTo: laterOrNull(plain(v.object({ id: v.number(), name: v.string() }))),
    plan: later(partOf(plan)),
    /** The categories that were put in order with it. */
    others: later(listOf(category)),
  }),
  plan,
  /** A month that was planned at once, or whose actuals were reset, at an instant in milliseconds. */
  month: defineKind("month", {
    month: monthField(),
    plans: later(listOf(plan)),
    resetAt: laterOrNull(plain(v.number())),
  }),
  goal: withFields(goal, { milestones: later(listOf(milestone)) }),
  milestone,
  subscription: withFields(subscription, {
    settledThrough: managed(laterOrNull(date(null))),
    transactions: later(listOf(storedTransaction)),
  }),
  share: defineKind("share", {
    id: plain(v.number()),
    email: plain(v.string()),
    permission: plain(v.picklist(PERMISSIONS)),
    opened: later(plain(v.boolean())),
  }),
  import: defineKind("import", {
    batch: plain(v.string()),
    source: plain(v.string()),
    added: plain(v.number()),
  }),
  settlement,
} as const;
