import { FLOWS } from "../category/choices.ts";
import {
  amount,
  categoryRef,
  choice,
  date,
  flag,
  freeText,
  identity,
  later,
  laterOrNull,
  managed,
  moment,
  notExported,
  otherId,
  requiredText,
} from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { DESCRIPTION_MAX, NOTES_MAX } from "../definition/values.ts";
import { sharesField } from "../share/shares.ts";

export const transactionAmount = {
  required: "Amount is required",
  invalid: "Amount must be a positive number",
};

export const transaction = defineKind(
  "transaction",
  {
    id: identity(),
    description: requiredText("Description", "Description is required", DESCRIPTION_MAX),
    amount: amount("Amount", transactionAmount),
    date: date("Date", "Date is required"),
    type: choice("Type", FLOWS, "Type must be income or expense"),
    categoryId: categoryRef("Category is required"),
    notes: freeText("Notes", NOTES_MAX),
    createdAt: moment(),
    /** Only of an expense: its money came back. The amount stays positive and is taken off its category's actual. */
    refund: later(flag("Refund", "Refund must be true or false")),
    createdBy: notExported(managed(later(otherId()))),
    /** The subscription or recurring income that it is a payment of, which may be gone by now. */
    subscriptionId: managed(later(otherId())),
    /** The payment that it is a line of: the id of its first line. */
    paymentId: managed(later(otherId())),
    /** The goal of its category that it is put aside for. */
    goalId: laterOrNull(otherId()),
    /** The user who paid; absent where it is who entered it. */
    paidBy: later(otherId()),
    /** For whom it was, where its category had a rule; null or absent where all share it alike. */
    shares: laterOrNull(sharesField),
  },
  {
    of: ["type", "refund"],
    at: "refund",
    holds: ({ type, refund }) => type === "expense" || !refund,
    message: "Only an expense can be a refund",
  },
);
