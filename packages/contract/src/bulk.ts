import { fields, id } from "@coffer/domain/definition/values";
import { MAX_TOGETHER } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { categoryId } from "./fields.ts";

/** `version` is the transaction's version that the client saw, as in `x-version`; without it any version is changed. */
const several = v.pipe(
  v.array(
    fields({ id: id("Transaction is required"), version: v.optional(v.string("This version is not valid")) }),
    "Send the transactions",
  ),
  v.minLength(1, "Choose a transaction"),
  v.maxLength(MAX_TOGETHER, `Choose at most ${MAX_TOGETHER} transactions at a time`),
);

/** Ids that were `changed`, and ids `left` as they are because somebody else changed or deleted them first. */
const severalReply = v.object({ changed: v.array(v.number()), left: v.array(v.number()) });

export const bulk = {
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
