import * as v from "valibot";
import { FLOWS } from "../category/choices.ts";
import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { DESCRIPTION_MAX, NOTES_MAX } from "../definition/values.ts";
import { sharesField } from "../share/shares.ts";

export const SORTS = ["date", "-date", "amount", "-amount"] as const;
/** A minus sorts the newest, or largest, first. */
export type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT = "-date" satisfies Sort;

export const transactionAmount = {
  required: "Amount is required",
  invalid: "Amount must be a positive number",
};

export const transaction = defineKind(
  "transaction",
  {
    id: field.identity(),
    description: field.requiredText("Description", "Description is required", DESCRIPTION_MAX),
    amount: field.amount("Amount", transactionAmount),
    date: field.date("Date", "Date is required"),
    type: field.choice("Type", FLOWS, "Type must be income or expense"),
    categoryId: field.categoryRef("Category is required"),
    notes: field.freeText("Notes", NOTES_MAX),
    createdAt: field.moment(),
    /** A refund of an expense. The amount stays positive and is subtracted from its category's actual. */
    refund: field.later(field.flag("Refund", "Refund must be true or false")),
    createdBy: field.notExported(field.managed(field.later(field.otherId()))),
    /** The subscription or recurring income that it pays, which may have been deleted. */
    subscriptionId: field.managed(field.later(field.otherId())),
    /** Subscriptions for which a person rejected it as a payment. */
    notPaymentOf: field.internal(field.later(field.plain(v.array(v.number())))),
    /** The split payment that it belongs to, identified by the id of its first line. */
    paymentId: field.managed(field.later(field.otherId())),
    /** The goal of its category that it contributes to. */
    goalId: field.laterOrNull(field.otherId()),
    /** The user who paid; absent: the user who entered it. */
    paidBy: field.later(field.otherId()),
    /** How people share it, copied from its category; null or absent if equally. */
    shares: field.laterOrNull(sharesField),
  },
  {
    of: ["type", "refund"],
    at: "refund",
    holds: ({ type, refund }) => type === "expense" || !refund,
    message: "Only an expense can be a refund",
  },
);
