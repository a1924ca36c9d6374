import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { day, fields, replyMoney } from "@coffer/domain/definition/values";
import { subscription } from "@coffer/domain/subscription/definition";
import { FREQUENCIES } from "@coffer/domain/subscription/rhythm";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { created, idParams, noContent } from "./fields.ts";

/** A `nextPaymentDate` that is sent is ignored: the server computes it. */
export const subscriptionBody = bodyOf(subscription);
const subscriptionReply = replyOf(subscription);

const suggestion = v.object({
  id: v.string(),
  kind: v.picklist(["subscription", "price"]),
  name: v.string(),
  amount: replyMoney,
  date: day(),
  frequency: v.picklist(FREQUENCIES),
  categoryId: v.nullable(v.number()),
  subscriptionId: v.nullable(v.number()),
  transactionIds: v.array(v.number()),
});

/** Refused with 409 when it is no longer the next payment, so that none is paid twice. */
const payment = fields({ dueDate: day("Due date is required") });

/** In characters: a kind and the words of a description. */
const SUGGESTION_ID_MAX = 300;

export const subscriptions = {
  list: endpoint.get("/api/subscriptions", {
    access: "read",
    summary: "The budget's subscriptions, next payment first",
    reply: v.array(subscriptionReply),
  }),
  add: endpoint.post("/api/subscriptions", {
    access: "manage",
    summary: "Add a subscription; the server computes its next payment date",
    body: subscriptionBody,
    ...created(subscriptionReply),
  }),
  update: endpoint.put("/api/subscriptions/:id", {
    access: "manage",
    summary: "Change a subscription",
    params: idParams,
    body: subscriptionBody,
    reply: subscriptionReply,
    versioned: true,
    idempotent: true,
  }),
  remove: endpoint.delete("/api/subscriptions/:id", {
    access: "manage",
    summary: "Delete a subscription; what it has posted stays",
    params: idParams,
    ...noContent,
    idempotent: true,
  }),
  suggestions: endpoint.get("/api/suggestions", {
    access: "read",
    summary: "What looks like a subscription, and subscriptions that are charged another price",
    reply: v.array(suggestion),
  }),
  dismiss: endpoint.post("/api/suggestions/:id/dismiss", {
    access: "manage",
    summary: "Never suggest it again",
    params: v.object({ id: v.pipe(v.string(), v.maxLength(SUGGESTION_ID_MAX)) }),
    ...noContent,
  }),
  pay: endpoint.post("/api/subscriptions/:id/pay", {
    access: "manage",
    summary: "Mark the due payment as paid: records its transaction and moves to the next",
    params: idParams,
    body: payment,
    reply: subscriptionReply,
  }),
  skip: endpoint.post("/api/subscriptions/:id/skip", {
    access: "manage",
    summary: "Move to the next payment without recording one",
    params: idParams,
    body: payment,
    reply: subscriptionReply,
  }),
};
