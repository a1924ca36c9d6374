import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { fields, id, replyMoney, text } from "@coffer/domain/definition/values";
import { reviewRow } from "@coffer/domain/review/definition";
import { REVIEW_PAGE } from "@coffer/domain/review/review";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { noContent } from "./fields.ts";
import { batchId, IMPORT_ROWS } from "./import.ts";

const { source, ...entries } = bodyOf(reviewRow).entries;
const sentRow = v.pipe(
  fields({
    ...entries,
    /** A proposal: the row waits all the same. */
    categoryId: v.optional(id("This id is not valid")),
    /** Moved between own accounts, as its sender knows for certain: in no figure, and not in review. */
    transfer: v.optional(v.boolean("Transfer must be true or false")),
  }),
  v.check(({ type, refund }) => type === "expense" || !refund, "Only an expense can be a refund"),
);

const { proposedId: _, state: _state, goalId: _goal, pairId: _pair, ...shown } = replyOf(reviewRow).entries;
const row = v.object({
  ...shown,
  account: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  /** The category that a rule or the household's history proposes. */
  proposed: v.nullable(
    v.object({
      categoryId: v.number(),
      goalId: v.nullable(v.number()),
      by: v.picklist(["rule", "history"]),
    }),
  ),
  /** A transaction that is there already, or a payment that is due, which the row may be. */
  match: v.nullable(
    v.object({
      state: v.picklist(["like", "due"]),
      transactionId: v.nullable(v.number()),
      subscriptionId: v.nullable(v.number()),
    }),
  ),
  /** The row in review or the transaction of another account that may be the other half of a transfer. */
  transferOf: v.nullable(v.number()),
});

const ids = (most: number) =>
  v.pipe(
    v.array(id("This id is not valid"), "Send the ids"),
    v.minLength(1, "Choose a row"),
    v.maxLength(most, `Choose at most ${most} rows at a time`),
    v.check((all) => new Set(all).size === all.length, "Name each row once"),
  );

export const review = {
  list: allow("read").get("/api/review", {
    summary: `List the rows that wait in review, newest first, ${REVIEW_PAGE} at a time, with what Coffer proposes, and their total`,
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({
      rows: v.array(row),
      total: v.object({ count: v.number(), income: replyMoney, expense: replyMoney }),
      cursor: v.nullable(v.string()),
    }),
  }),
  add: allow("transactions").post("/api/review", {
    summary:
      "Put rows into review, in portions of one batch; the same row of an account comes in once. Undone as an import",
    body: fields({
      batch: batchId,
      source: text("Say where the rows come from", 60),
      rows: v.pipe(
        v.array(sentRow, "Send the rows as a list"),
        v.maxLength(IMPORT_ROWS, `Send at most ${IMPORT_ROWS} rows at once`),
      ),
    }),
    reply: v.object({ added: v.number(), already: v.number() }),
    idempotent: true,
    maxBody: 256 * 1024,
  }),
  dismiss: allow("transactions").post("/api/review/dismiss", {
    summary: "Leave rows out of the budget, now and whenever they are imported again",
    body: fields({ ids: ids(REVIEW_PAGE) }),
    ...noContent,
    idempotent: true,
  }),
};
