import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { day, fields, id } from "@coffer/domain/definition/values";
import { subscription, suggestion } from "@coffer/domain/subscription/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { changed, created, idParams, noContent, removed } from "./fields.ts";

/** A `nextPaymentDate` in a request is ignored: the server computes it. */
export const subscriptionBody = bodyOf(subscription);
const subscriptionReply = replyOf(subscription);

/** A date other than the next payment's is refused with 409, so that no payment is recorded twice. */
const payment = { dueDate: day("Due date is required") };

const suggestionParams = v.object({ id: v.pipe(v.string(), v.maxLength(300)) });

export const subscriptions = {
  list: allow("read").get("/api/subscriptions", {
    summary: "List the budget's subscriptions by next payment date",
    reply: v.array(subscriptionReply),
    inParts: true,
  }),
  add: allow("manage").post("/api/subscriptions", {
    summary: "Add a subscription; the server computes its next payment date",
    ...created(subscriptionBody, subscriptionReply),
  }),
  update: allow("manage").put("/api/subscriptions/:id", {
    summary: "Update a subscription",
    ...changed(subscriptionBody, subscriptionReply),
  }),
  remove: allow("manage").delete("/api/subscriptions/:id", {
    summary: "Delete a subscription; transactions that it recorded are kept",
    ...removed,
  }),
  suggestions: allow("read").get("/api/suggestions", {
    summary: "List likely subscriptions, and subscriptions whose price has changed",
    reply: v.array(suggestion),
    inParts: true,
  }),
  take: allow("manage").post("/api/suggestions/:id/take", {
    summary: "Accept a suggested price; the charge replaces the payment recorded at the old price",
    params: suggestionParams,
    reply: subscriptionReply,
  }),
  dismiss: allow("manage").post("/api/suggestions/:id/dismiss", {
    summary: "Dismiss a suggestion permanently",
    params: suggestionParams,
    ...noContent,
  }),
  pay: allow("manage").post("/api/subscriptions/:id/pay", {
    summary:
      "Mark the next payment as paid, on its day or before: records its transaction or ties the given one, and advances to the following payment",
    params: idParams,
    body: fields({ ...payment, transactionId: v.optional(id("This id is not valid")) }),
    reply: subscriptionReply,
  }),
  skip: allow("manage").post("/api/subscriptions/:id/skip", {
    summary: "Skip the due payment: advances to the next one without recording a transaction",
    params: idParams,
    body: fields(payment),
    reply: subscriptionReply,
  }),
};
