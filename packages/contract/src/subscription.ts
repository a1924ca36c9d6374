import { bodyOf, replyOf } from "@coffer/domain/definition/kind";
import { day, fields } from "@coffer/domain/definition/values";
import { subscription, suggestion } from "@coffer/domain/subscription/definition";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { changed, created, idParams, noContent, removed } from "./fields.ts";

/** A `nextPaymentDate` that is sent is ignored: the server computes it. */
export const subscriptionBody = bodyOf(subscription);
const subscriptionReply = replyOf(subscription);

/** Refused with 409 when it is no longer the next payment, so that none is paid twice. */
const payment = fields({ dueDate: day("Due date is required") });

const suggestionParams = v.object({ id: v.pipe(v.string(), v.maxLength(300)) });

export const subscriptions = {
  list: allow("read").get("/api/subscriptions", {
    summary: "The budget's subscriptions, next payment first",
    reply: v.array(subscriptionReply),
  }),
  add: allow("manage").post("/api/subscriptions", {
    summary: "Add a subscription; the server computes its next payment date",
    ...created(subscriptionBody, subscriptionReply),
  }),
  update: allow("manage").put("/api/subscriptions/:id", {
    summary: "Change a subscription",
    ...changed(subscriptionBody, subscriptionReply),
  }),
  remove: allow("manage").delete("/api/subscriptions/:id", {
    summary: "Delete a subscription; what it has posted stays",
    ...removed,
  }),
  suggestions: allow("read").get("/api/suggestions", {
    summary: "What looks like a subscription, and subscriptions that are charged another price",
    reply: v.array(suggestion),
  }),
  take: allow("manage").post("/api/suggestions/:id/take", {
    summary:
      "Use a suggested price from now on; the charge replaces the payment that was recorded at the old one",
    params: suggestionParams,
    reply: subscriptionReply,
  }),
  dismiss: allow("manage").post("/api/suggestions/:id/dismiss", {
    summary: "Never suggest it again",
    params: suggestionParams,
    ...noContent,
  }),
  pay: allow("manage").post("/api/subscriptions/:id/pay", {
    summary: "Mark the due payment as paid: records its transaction and moves to the next",
    params: idParams,
    body: payment,
    reply: subscriptionReply,
  }),
  skip: allow("manage").post("/api/subscriptions/:id/skip", {
    summary: "Move to the next payment without recording one",
    params: idParams,
    body: payment,
    reply: subscriptionReply,
  }),
};
