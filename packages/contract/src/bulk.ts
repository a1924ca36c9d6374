import { fields, id } from "@coffer/domain/definition/values";
import { MAX_TOGETHER } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { categoryId } from "./fields.ts";

/** `version` is that of the transaction as it was seen, as in `x-version`; left out where it does not matter. */
const several = v.pipe(
  v.array(
    fields({ id: id("Transaction is required"), version: v.optional(v.string("This version is not valid")) }),
    "Send the transactions",
  ),
  v.minLength(1, "Choose a transaction"),
  v.maxLength(MAX_TOGETHER, `Choose at most ${MAX_TOGETHER} transactions at a time`),
);

/** The ids of those that were changed, and of those that had been changed or deleted meanwhile and are as they were. */
const severalReply = v.object({ changed: v.array(v.number()), left: v.array(v.number()) });

export const bulk = {
  remove: allow("transactions").post("/api/transactions/delete", {
    summary: "Delete transactions with one write; those that are no longer as they were seen are left out",
    body: fields({ transactions: several }),
    reply: severalReply,
    idempotent: true,
  }),
  move: allow("transactions").post("/api/transactions/move", {
    summary:
      "Move transactions to another category with one write; those that are no longer as they were seen are left out",
    body: fields({ transactions: several, categoryId }),
    reply: severalReply,
    idempotent: true,
  }),
};
