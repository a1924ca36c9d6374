import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { amountRule, id } from "../definition/values.ts";

export const settlementAmount = amountRule("Amount must be greater than 0");

/** A payment between two people, which is neither an expense nor income. */
export const settlement = defineKind(
  "settlement",
  {
    id: field.identity(),
    from: field.count(null, id("Choose who pays")),
    to: field.count(null, id("Choose who is paid")),
    amount: field.amount("Amount", settlementAmount),
    date: field.date("Date", "Date is required"),
  },
  {
    of: ["from", "to"],
    at: "to",
    holds: ({ from, to }) => from !== to,
    message: "Choose two different people",
  },
);
