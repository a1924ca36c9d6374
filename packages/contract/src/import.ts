import { bodyOf, withRules } from "@coffer/domain/definition/kind";
import { day, fields, id, text } from "@coffer/domain/definition/values";
import { sum } from "@coffer/domain/money/money";
import { MAX_LINES, paymentLine } from "@coffer/domain/payment/definition";
import { transaction } from "@coffer/domain/transaction/definition";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { transactionBody } from "./transaction.ts";

/** The client's id of one import or restore, the same in every part. */
export const batchId = v.pipe(
  v.string("Send the same batch with every part"),
  v.regex(/^[\w-]{8,64}$/, "Use 8 to 64 letters, digits, - or _"),
);

export const IMPORT_ROWS = 200;

const name = (max: number) =>
  v.nullish(
    v.pipe(v.string("This must be text"), v.trim(), v.maxLength(max, `Use at most ${max} characters`)),
  );
export const reference = name(200);
/** The account as named in the file. Equal rows of different accounts are different movements of money. */
export const account = name(100);
/** The file's name, which distinguishes files of one import that name no account. */
export const file = account;
const { date, description, amount, type, categoryId, refund } = transactionBody.entries;
const decided = {
  /** Without it the row goes to review, unless `tiesTo` or `leaveOut` is given. */
  categoryId: v.optional(categoryId),
  reference,
  /** Moved between own accounts, according to the program that wrote the file; part of no figure. */
  transfer: v.optional(v.boolean("Transfer must be true or false")),
  tiesTo: v.optional(id("This id is not valid")),
  /** Skips the row, now and in later imports. */
  leaveOut: v.optional(v.boolean("Leave out must be true or false")),
};
/** The line's own description, if the file has one. */
const lineText = { description: v.optional(description) };
const linesOf = <Line extends v.GenericSchema>(line: Line) =>
  v.optional(
    v.pipe(
      v.array(line, "Send the lines of the split"),
      v.minLength(2, "A split has at least two lines"),
      v.maxLength(MAX_LINES, `A split has at most ${MAX_LINES} lines`),
    ),
  );
const importLine = withRules(
  fields({ ...bodyOf(paymentLine).entries, ...decided, ...lineText }),
  transaction.rules,
);
export const importRow = v.pipe(
  withRules(
    fields({
      ...transactionBody.entries,
      ...decided,
      account,
      file,
      /** The lines of a split purchase, which is imported as one. They add up to the row's amount. */
      lines: linesOf(importLine),
    }),
    transaction.rules,
  ),
  v.check(
    (row) => !row.lines || sum(row.lines.map(signedAmount)) === signedAmount(row),
    "The lines do not add up to the row's amount",
  ),
);

export const matchedRow = fields({
  ...{ date, description, amount, type, refund, reference, account },
  lines: linesOf(fields({ amount, type, refund, reference, ...lineText })),
});
const matchState = v.picklist(["new", "here", "like", "left-out"]);

const rows = v.pipe(
  // Each row is validated on its own, so that an invalid one does not block the others.
  v.array(v.unknown(), "Send the rows as a list"),
  v.maxLength(IMPORT_ROWS, `Send at most ${IMPORT_ROWS} rows at once`),
);

export const imports = {
  room: allow("transactions").get("/api/imports/room", {
    summary: "The number of rows that an import can add today, in all and in review, or the reason for none",
    reply: v.object({
      ...v.entriesFromList(["today", "inAll", "inReview"], v.number()),
      /** The reason why no row is accepted now. */
      refused: v.nullable(v.string()),
    }),
  }),
  match: allow("read").post("/api/imports/match", {
    summary:
      "Classify rows of a file: new, already here, similar to a transaction entered by hand, or left out",
    body: fields({ rows }),
    reply: v.array(
      v.object({
        state: matchState,
        transactionId: v.nullable(v.number()),
        by: v.nullable(v.number()),
        /** With "new", of a split whose lines are not all new: each line by itself. */
        lines: v.optional(v.array(v.object({ state: matchState, transactionId: v.nullable(v.number()) }))),
        /** The recorded settlement that the row shows; with "new", one that matches by its amount alone. */
        settlementId: v.optional(v.number()),
        /** With "new": the number of transactions entered by hand, of this amount and near this date, that may be the row. */
        nearby: v.optional(v.number()),
        /** With "new": the payment, overdue or due within a week, that the row may be. */
        due: v.optional(v.object({ subscriptionId: v.number(), name: v.string(), date: day() })),
        /** With "new": the row in review or transaction of another account that may be the other half of a transfer. */
        transferOf: v.optional(v.number()),
      }),
    ),
    maxBody: 256 * 1024,
  }),
  add: allow("transactions").post("/api/imports", {
    summary:
      "Import rows of a file in portions of one batch, without duplicates; safe to retry with the portion's Idempotency-Key or the same body",
    body: fields({
      batch: batchId,
      source: text("Say where the rows come from", 60),
      /** True with the last portion of the file. */
      last: v.optional(v.boolean("Last must be true or false"), false),
      /** The payer of rows that name none: the owner of the bank account. */
      paidBy: v.optional(id("This id is not valid")),
      rows,
    }),
    reply: v.object({
      ...v.entriesFromList(["added", "already", "tied", "leftOut", "toReview", "moved"], v.number()),
      refused: v.array(v.object({ row: v.number(), message: v.string() })),
    }),
    idempotent: true,
    maxBody: 256 * 1024,
  }),
};
