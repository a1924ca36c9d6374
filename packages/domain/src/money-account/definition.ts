import * as v from "valibot";
import * as field from "../definition/field.ts";
import { defineKind, listOf, withFields } from "../definition/kind.ts";
import { amountRule, NAME_MAX } from "../definition/values.ts";

export const ACCOUNT_KINDS = ["current", "savings", "card", "cash", "loan", "other"] as const;
export const ACCOUNT_KIND_NAMES = {
  current: "Current account",
  savings: "Savings",
  card: "Card",
  cash: "Cash",
  loan: "Loan",
  other: "Other",
};

/** An account's item contains all of its points. */
export const MAX_POINTS = 1_000;

const BALANCE = "Enter a balance";
export const balanceAmount = { required: BALANCE, invalid: BALANCE, allowZero: true, allowNegative: true };
export const paymentAmount = amountRule("Payment must be greater than 0");
export const RATE = "Rate must be 0 to 1,000 percent a year";
export const rate = v.pipe(v.number(RATE), v.finite(RATE), v.minValue(0, RATE), v.maxValue(1_000, RATE));

/** A balance on a day. */
export const balancePoint = defineKind("point", {
  date: field.managed(field.date("Date")),
  amount: field.amount("Balance", balanceAmount),
});

/** A difference between two points that a person marked as explained; valid until the difference changes. */
export const explained = defineKind("explained", {
  from: field.managed(field.date(null)),
  to: field.managed(field.date(null)),
  difference: field.managed(field.amount(null, balanceAmount)),
});
const MAX_EXPLAINED = 200;

export const accountKind = field.choice(
  "Kind",
  ACCOUNT_KINDS,
  "Kind must be current, savings, card, cash, loan or other",
  ACCOUNT_KIND_NAMES,
);

export const account = defineKind(
  "account",
  {
    id: field.identity(),
    name: field.requiredText("Name", "Name is required"),
    /** Exported as `accountKind`, since every exported item has a `kind`. */
    kind: field.notExported(accountKind),
    isSpendable: field.flag("Can be spent", "isSpendable must be true or false"),
    /** Percent a year. */
    rate: field.laterOrNull(field.count("Rate", rate)),
    /** The monthly payment. */
    payment: field.laterOrNull(field.amount("Payment", paymentAmount)),
    closed: field.later(field.flag("Closed", "Closed must be true or false")),
    /** The account's name in bank files. */
    accountInFile: field.later(field.freeText("Account in files", NAME_MAX)),
    explained: field.internal(field.later(listOf(explained, MAX_EXPLAINED))),
  },
  {
    of: ["kind", "isSpendable"],
    at: "isSpendable",
    holds: ({ kind, isSpendable }) => kind !== "loan" || !isSpendable,
    message: "A loan cannot be spent from",
  },
);

export const storedAccount = withFields(account, { points: listOf(balancePoint, MAX_POINTS) });
