import { withRules } from "@coffer/domain/definition/kind";
import { fields, text } from "@coffer/domain/definition/values";
import { transaction } from "@coffer/domain/transaction/definition";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { transactionBody } from "./transaction.ts";

/** The client's own id of one import or restore, the same in all its parts. */
export const batchId = v.pipe(
  v.string("Send the same batch with every part"),
  v.regex(/^[\w-]{8,64}$/, "Use 8 to 64 letters, digits, - or _"),
);

/** So many rows of a file one call takes. */
export const IMPORT_ROWS = 200;

/** One row of a file, with the category that its transaction gets. */
export const importRow = withRules(
  fields({
    ...transactionBody.entries,
    /** The bank's own id of the movement. */
    reference: v.nullish(
      v.pipe(v.string("This must be text"), v.maxLength(200, "Use at most 200 characters")),
    ),
  }),
  transaction.rules,
);

export const imports = {
  add: endpoint.post("/api/imports", {
    access: "transactions",
    summary:
      "Add those of a file's rows that are not there yet, in portions of one batch; safe to repeat, with the portion's Idempotency-Key or the same body",
    body: fields({
      batch: batchId,
      source: text("Say where the rows come from", 60),
      /** With the portion after which the whole file is in. */
      last: v.optional(v.boolean("Last must be true or false"), false),
      // Each row is judged by itself: one that cannot be read does not keep the others out.
      rows: v.pipe(
        v.array(v.unknown(), "Send the rows as a list"),
        v.maxLength(IMPORT_ROWS, `Send at most ${IMPORT_ROWS} rows at once`),
      ),
    }),
    reply: v.object({
      added: v.number(),
      already: v.number(),
      refused: v.array(v.object({ row: v.number(), message: v.string() })),
    }),
    idempotent: true,
    maxBody: 256 * 1024,
  }),
};
