import { bodyOf } from "@coffer/domain/definition/kind";
import { replyMoney } from "@coffer/domain/definition/values";
import { changedPayment, payment } from "@coffer/domain/payment/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { changed, created, idParams, removed } from "./fields.ts";
import { transactionReply } from "./transaction.ts";

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
