import { ACTIVITY_ACTIONS, ACTIVITY_KINDS } from "@coffer/domain/activity/activity";
import { day } from "@coffer/domain/definition/values";
import { PERMISSIONS } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { monthReply, planReply } from "./budget.ts";
import { categoryReply } from "./category.ts";
import { endpoint } from "./endpoint.ts";
import { pathId } from "./fields.ts";
import { goalReply, milestoneSnapshot } from "./goal.ts";
import { subscriptionReply } from "./subscription.ts";
import { transactionReply } from "./transaction.ts";

/** What an entry says of its thing before and after the change. */
export const snapshots = {
  transaction: v.object({
    ...transactionReply.entries,
    /** Those that were deleted or moved with it. */
    others: v.optional(v.array(transactionReply)),
  }),
  category: v.object({
    ...categoryReply.entries,
    transactions: v.optional(v.number()),
    /** Of a deletion: the category that all it had was moved to. */
    movedTo: v.optional(v.nullable(v.object({ id: v.number(), name: v.string() }))),
    plan: v.optional(planReply),
    /** The categories that were put in order with it. */
    others: v.optional(v.array(categoryReply)),
  }),
  plan: planReply,
  month: v.object({
    ...monthReply,
    plans: v.optional(v.array(planReply)),
    /** An instant in milliseconds. */
    resetAt: v.optional(v.nullable(v.number())),
  }),
  goal: v.object({ ...goalReply.entries, milestones: v.optional(v.array(milestoneSnapshot)) }),
  milestone: milestoneSnapshot,
  subscription: v.object({
    ...subscriptionReply.entries,
    settledThrough: v.optional(v.nullable(day())),
    /** Those that its payments recorded. */
    transactions: v.optional(v.array(transactionReply)),
  }),
  share: v.object({
    id: v.number(),
    email: v.string(),
    permission: v.picklist(PERMISSIONS),
    /** Once the recipient has accepted it. */
    opened: v.optional(v.boolean()),
  }),
  import: v.object({ batch: v.string(), source: v.string(), added: v.number() }),
};
type Snapshots = typeof snapshots;

const person = v.object({ id: v.number(), firstName: v.string(), lastName: v.string() });

const entryOf = <const Kind extends keyof Snapshots>(kind: Kind) =>
  v.object({
    id: v.string(),
    at: v.number(),
    /** Null for the daily job. Who no longer takes part in the budget is called "Former member". */
    by: v.nullable(person),
    action: v.picklist(ACTIVITY_ACTIONS),
    kind: v.literal(kind),
    entityId: v.union([v.number(), v.string()]),
    label: v.string(),
    before: v.nullable(snapshots[kind]),
    after: v.nullable(snapshots[kind]),
    /** The entry that this one undoes, and the one that undid this. */
    undoes: v.nullable(v.string()),
    undoneBy: v.nullable(v.string()),
  });

const entryReply = v.variant("kind", [
  entryOf("transaction"),
  entryOf("category"),
  entryOf("plan"),
  entryOf("month"),
  entryOf("goal"),
  entryOf("milestone"),
  entryOf("subscription"),
  entryOf("share"),
  entryOf("import"),
]);

const entryId = v.pipe(v.string(), v.regex(/^\d{16}$/, "This is not the id of an entry"));
const MAX_ENTRIES = 100;
const LIMIT = `Limit must be 1 to ${MAX_ENTRIES}`;

export const activity = {
  list: endpoint.get("/api/activity", {
    access: "read",
    summary:
      "What was changed in the budget, newest first, between two entries; x-next-cursor says before which it goes on",
    query: v.object({
      before: v.optional(entryId),
      after: v.optional(entryId),
      kind: v.optional(v.picklist(ACTIVITY_KINDS, "This is not a kind of thing")),
      /** The id of a person, or "job" for the daily job. */
      by: v.optional(v.union([v.literal("job"), pathId])),
      limit: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^\d{1,3}$/, LIMIT),
          v.transform(Number),
          v.minValue(1, LIMIT),
          v.maxValue(MAX_ENTRIES, LIMIT),
        ),
        "50",
      ),
    }),
    reply: v.array(entryReply),
  }),
  people: endpoint.get("/api/people", {
    access: "read",
    summary: "Who takes part in the budget: its owner first, then who may change it",
    reply: v.array(person),
  }),
  undo: endpoint.post("/api/activity/:id/undo", {
    // The least that changes anything; each entry asks besides for the right that its change needed.
    access: "transactions",
    summary: "Put back what an entry changed; 409 with what is there now where it was changed since",
    params: v.object({ id: entryId }),
    /** `overwrite` puts it back over what was changed since. */
    query: v.object({ overwrite: v.optional(v.literal("true", "Overwrite is true, or left out")) }),
    reply: entryReply,
  }),
};
