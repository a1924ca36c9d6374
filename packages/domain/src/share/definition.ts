import { amount, count, date, identity } from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { amountRule, id } from "../definition/values.ts";

export const settlementAmount = amountRule("Amount must be greater than 0");

/** Money from one person to another that is no spending and no income. */
export const settlement = defineKind(
  "settlement",
  {
    id: identity(),
    from: count(null, id("Choose who pays")),
    to: count(null, id("Choose who is paid")),
    amount: amount("Amount", settlementAmount),
    date: date("Date", "Date is required"),
  },
  {
    of: ["from", "to"],
    at: "to",
    holds: ({ from, to }) => from !== to,
    message: "Choose two different people",
  },
);
