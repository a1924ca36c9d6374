import { bodyOf } from "@coffer/domain/definition/kind";
import { replyMoney } from "@coffer/domain/definition/values";
import { changedPayment, payment } from "@coffer/domain/payment/definition";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { created, idParams, noContent } from "./fields.ts";
import { transactionReply } from "./transaction.ts";

const paymentReply = v.object({ id: v.number(), amount: replyMoney, lines: v.array(transactionReply) });

export const payments = {
  add: endpoint.post("/api/payments", {
    access: "transactions",
    summary: "Record one payment over several categories: each of its lines is a transaction",
    body: bodyOf(payment),
    ...created(paymentReply),
    waits: true,
  }),
  get: endpoint.get("/api/payments/:id", {
    access: "read",
    summary: "A payment with its lines",
    params: idParams,
    reply: paymentReply,
  }),
  update: endpoint.put("/api/payments/:id", {
    access: "transactions",
    summary:
      "Change a payment, or split a transaction; lines keep their ids in their order, and one line is a transaction again",
    params: idParams,
    body: bodyOf(changedPayment),
    reply: paymentReply,
    versioned: true,
    idempotent: true,
    waits: true,
  }),
  remove: endpoint.delete("/api/payments/:id", {
    access: "transactions",
    summary: "Delete a payment with all of its lines",
    params: idParams,
    ...noContent,
    idempotent: true,
    waits: true,
  }),
};
