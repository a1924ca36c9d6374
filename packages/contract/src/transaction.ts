import { bodyOf, replyOf, withRules } from "@coffer/domain/definition/kind";
import { DESCRIPTION_MAX, day, fields, id, money, replyMoney } from "@coffer/domain/definition/values";
import { changedPayment, payment } from "@coffer/domain/payment/definition";
import { DEFAULT_SORT, SORTS, transaction, transactionAmount } from "@coffer/domain/transaction/definition";
import { MAX_TOGETHER, SEARCH_PAGE, TRANSACTIONS_PAGE } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { categoryId, changed, created, idParams, pathId, removed } from "./fields.ts";

export const transactionBody = bodyOf(transaction);
export const transactionReply = replyOf(transaction);

/** The subscription whose next payment this is, and its due date; another date is refused with 409. */
export const paysEntries = {
  pays: v.optional(id("This id is not valid")),
  dueDate: v.optional(day()),
};
const newTransactionBody = withRules(
  fields({ ...transactionBody.entries, ...paysEntries }),
  transaction.rules,
);

/** Decimal digits, such as "12.50". */
const queryAmount = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}(\.\d{1,2})?$/, transactionAmount.invalid),
  v.transform(Number),
  money({ ...transactionAmount, allowZero: true }),
);

export const transactions = {
  list: allow("read").get("/api/transactions", {
    summary: `List transactions from startDate to endDate (by default the current month), newest first, ${TRANSACTIONS_PAGE} at a time; the header x-next-cursor is the cursor of the next page`,
    // Dates or ISO instants. An instant's date depends on the user's time zone, so core parses them.
    query: fields({
      startDate: v.optional(v.string()),
      endDate: v.optional(v.string()),
      cursor: v.optional(v.string()),
    }),
    reply: v.array(transactionReply),
  }),
  search: allow("read").get("/api/transactions/search", {
    summary: `Search all transactions, ${SEARCH_PAGE} at a time, with totals. With \`soFar\` some rows are not searched yet: continue with the cursor, or with \`further\`, if present, to skip the remaining results of the rows read so far`,
    query: fields({
      text: v.optional(
        v.pipe(v.string(), v.maxLength(DESCRIPTION_MAX, `Use at most ${DESCRIPTION_MAX} characters`)),
      ),
      amount: v.optional(queryAmount),
      from: v.optional(day()),
      to: v.optional(day()),
      categoryId: v.optional(pathId),
      type: v.optional(transaction.fields.type.body),
      by: v.optional(pathId),
      sort: v.optional(v.picklist(SORTS, "Sort by date, -date, amount or -amount"), DEFAULT_SORT),
      cursor: v.optional(v.string()),
    }),
    reply: v.object({
      rows: v.array(transactionReply),
      total: v.object({ count: v.number(), income: replyMoney, expense: replyMoney }),
      cursor: v.nullable(v.string()),
      soFar: v.optional(v.literal(true)),
      further: v.optional(v.string()),
    }),
  }),
  add: allow("transactions").post("/api/transactions", {
    summary: "Record a transaction; with `pays` it settles a subscription's next payment in the same write",
    ...created(newTransactionBody, transactionReply),
    waits: true,
  }),
  update: allow("transactions").put("/api/transactions/:id", {
    summary: "Update a transaction",
    ...changed(transactionBody, transactionReply),
    waits: true,
  }),
  remove: allow("transactions").delete("/api/transactions/:id", {
    summary: "Delete a transaction",
    ...removed,
    waits: true,
  }),
};

/** `version` is the transaction's version that the client saw, as in `x-version`; without it any version is changed. */
const several = v.pipe(
  v.array(
    fields({ id: id("Transaction is required"), version: v.optional(v.string("This version is not valid")) }),
    "Send the transactions",
  ),
  v.minLength(1, "Choose a transaction"),
  v.maxLength(MAX_TOGETHER, `Choose at most ${MAX_TOGETHER} transactions at a time`),
);

/** Ids that were `changed`, and ids that were `left` unchanged because somebody else changed or deleted them first. */
const severalReply = v.object({ changed: v.array(v.number()), left: v.array(v.number()) });

const { date, description, paidBy, categoryId: ofCategory, goalId } = transaction.fields;
const setTogether = v.pipe(
  fields({
    date: v.optional(date.body),
    description: v.optional(description.body),
    paidBy: paidBy.body,
    categoryId: v.optional(ofCategory.body),
    goalId: goalId.body,
  }),
  v.check((set) => Object.values(set).some((value) => value !== undefined), "Choose what to change"),
);

export const bulk = {
  change: allow("transactions").post("/api/transactions/change", {
    summary:
      "Give transactions the same date, description, payer, category or goal in one write; those whose version has changed are skipped",
    body: fields({ transactions: several, set: setTogether }),
    reply: severalReply,
    idempotent: true,
  }),
  remove: allow("transactions").post("/api/transactions/delete", {
    summary: "Delete transactions in one write; those whose version has changed are skipped",
    body: fields({ transactions: several }),
    reply: severalReply,
    idempotent: true,
  }),
  move: allow("transactions").post("/api/transactions/move", {
    summary:
      "Move transactions to another category in one write; those whose version has changed are skipped",
    body: fields({ transactions: several, categoryId }),
    reply: severalReply,
    idempotent: true,
  }),
};

const paymentReply = v.object({ id: v.number(), amount: replyMoney, lines: v.array(transactionReply) });

export const payments = {
  add: allow("transactions").post("/api/payments", {
    summary: "Record a payment split over several categories; each line is a transaction",
    ...created(bodyOf(payment), paymentReply),
    waits: true,
  }),
  get: allow("read").get("/api/payments/:id", {
    summary: "Get a payment with its lines",
    params: idParams,
    reply: paymentReply,
  }),
  update: allow("transactions").put("/api/payments/:id", {
    summary:
      "Update a payment, or split a transaction; lines keep their ids by position, and a single line becomes a transaction again",
    ...changed(bodyOf(changedPayment), paymentReply),
    waits: true,
  }),
  remove: allow("transactions").delete("/api/payments/:id", {
    summary: "Delete a payment with all its lines",
    ...removed,
    waits: true,
  }),
};
