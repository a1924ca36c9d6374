import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { fields, id, replyMoney, text } from "@coffer/domain/definition/values";
import { payment } from "@coffer/domain/payment/definition";
import { MAX_ACCEPTED, REVIEW_PAGE, reviewRow } from "@coffer/domain/review/definition";
import { details } from "@coffer/domain/transaction/details";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { noContent } from "./fields.ts";
import { batchId, IMPORT_ROWS } from "./import.ts";
import { paysEntries, transactionBody, transactionReply } from "./transaction.ts";

const { source, ...entries } = bodyOf(reviewRow).entries;
const sentRow = v.pipe(
  fields({
    ...entries,
    /** Only a proposal: the row still waits. */
    categoryId: v.optional(id("This id is not valid")),
    /** Moved between own accounts, as the sender knows for certain; part of no figure and not in review. */
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
  /** An existing transaction or a due payment that the row may be. */
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

const isOnce = (all: readonly unknown[]) => new Set(all).size === all.length;
const idList = v.pipe(
  v.array(id("This id is not valid"), "Send the ids"),
  v.minLength(1, "Choose a row"),
  v.check((all) => isOnce(all), "Name each row once"),
);

const { type, refund, goalId, description, date, categoryId } = transactionBody.entries;
const otherId = v.optional(id("This id is not valid"));
const acceptedRow = fields({
  id: id("Choose a row"),
  /** Required, unless the row ties to a transaction, has lines, or pays a subscription with a category. */
  categoryId: v.optional(categoryId),
  type: v.optional(type),
  refund,
  goalId,
  description: v.optional(description),
  date: v.optional(date),
  ...bodyOf(details).entries,
  /** The existing transaction that the row is. */
  tiesTo: otherId,
  ...paysEntries,
  /** The lines of a split purchase; they add up to the row's amount. */
  lines: v.optional(payment.fields.lines.body),
});

export const review = {
  list: allow("read").get("/api/review", {
    summary: `List the waiting rows in review, newest first, ${REVIEW_PAGE} at a time, with proposals and their total`,
    query: v.object({ cursor: v.optional(v.string()) }),
    reply: v.object({
      rows: v.array(row),
      total: v.object({ count: v.number(), income: replyMoney, expense: replyMoney }),
      cursor: v.nullable(v.string()),
    }),
  }),
  add: allow("transactions").post("/api/review", {
    summary:
      "Put rows into review, in portions of one batch, without duplicates; can be undone like an import",
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
  accept: allow("transactions").post("/api/review/accept", {
    summary: `Accept up to ${MAX_ACCEPTED} rows as transactions in one write with one entry; each keeps its id`,
    body: fields({
      rows: v.pipe(
        v.array(acceptedRow, "Send the rows"),
        v.minLength(1, "Choose a row"),
        v.maxLength(MAX_ACCEPTED, `Choose at most ${MAX_ACCEPTED} rows at a time`),
        v.check((rows) => isOnce(rows.map((one) => one.id)), "Name each row once"),
      ),
    }),
    reply: v.array(transactionReply),
    idempotent: true,
    waits: true,
    maxBody: 256 * 1024,
  }),
  transfer: allow("transactions").post("/api/review/transfer", {
    summary:
      "Mark rows and transactions as money moved between own accounts, in pairs or as single halves; no figure includes them",
    body: fields({
      pairs: v.pipe(
        v.array(
          fields({
            ids: v.pipe(idList, v.maxLength(2, "A pair has two rows")),
            goalId: v.nullish(id("This id is not valid")),
          }),
          "Send the pairs",
        ),
        v.minLength(1, "Choose a row"),
        v.maxLength(MAX_ACCEPTED, `Choose at most ${MAX_ACCEPTED} pairs at a time`),
      ),
    }),
    ...noContent,
    idempotent: true,
    waits: true,
  }),
  dismiss: allow("transactions").post("/api/review/dismiss", {
    summary: "Leave rows out of the budget, now and in later imports",
    body: fields({
      ids: v.pipe(idList, v.maxLength(REVIEW_PAGE, `Choose at most ${REVIEW_PAGE} rows at a time`)),
    }),
    ...noContent,
    idempotent: true,
    waits: true,
  }),
};
