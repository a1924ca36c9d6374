import { FLOWS } from "../category/category.ts";
import {
  amount,
  categoryRef,
  choice,
  date,
  flag,
  freeText,
  identity,
  later,
  managed,
  moment,
  notExported,
  otherId,
  requiredText,
} from "../definition/field.ts";
import { defineKind, type ThingOf } from "../definition/kind.ts";
import { DESCRIPTION_MAX, NOTES_MAX } from "../definition/values.ts";
import { type Cents, cents } from "../money/money.ts";
import { compareDays } from "../time/day.ts";

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
    /** The user who entered it. */
    createdBy: notExported(managed(later(otherId()))),
    /** The subscription or recurring income that it is a payment of, which may be gone by now. */
    subscriptionId: managed(later(otherId())),
  },
  {
    of: ["type", "refund"],
    at: "refund",
    holds: ({ type, refund }) => type === "expense" || !refund,
    message: "Only an expense can be a refund",
  },
);
export type Transaction = ThingOf<typeof transaction>;

export const PAGE_SIZE = 10;
export const PAGE_SIZES = [PAGE_SIZE, 20, 50, 100] as const;

/** Deleted or moved together, so many fit into one write with their entry and checks of their categories. */
export const MAX_TOGETHER = 50;

type Page<T> = { rows: T[]; page: number; pages: number; from: number; to: number; total: number };

/** What a transaction adds to its category's actual: a refund takes its amount off. */
export function netAmount({ amount, type, refund }: Pick<Transaction, "amount" | "type" | "refund">): Cents {
  return refund && type === "expense" ? cents(-amount) : amount;
}

/** What a transaction adds to the money that a person has: income and refunds add to it, expenses are negative. */
export function signedAmount(transaction: Pick<Transaction, "amount" | "type" | "refund">): Cents {
  return transaction.type === "income" ? transaction.amount : cents(-netAmount(transaction));
}

type Dated = Pick<Transaction, "id" | "date" | "createdAt">;

/** By date, then by creation. */
export function newestFirst(a: Dated, b: Dated): number {
  return compareDays(b.date, a.date) || b.createdAt - a.createdAt || b.id - a.id;
}

/** `page` counts from 1 and is clamped to the list; `from`, `to` and `total` are those of "X to Y of Z". */
export function pageOf<T>(list: readonly T[], page: number, size: number = PAGE_SIZE): Page<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const clamped = Math.max(1, Math.min(pages, Math.trunc(page) || 1));
  const start = (clamped - 1) * size;
  const rows = list.slice(start, start + size);
  return {
    rows,
    page: clamped,
    pages,
    from: rows.length ? start + 1 : 0,
    to: start + rows.length,
    total: list.length,
  };
}
