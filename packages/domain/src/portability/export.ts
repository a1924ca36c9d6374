import type { Category } from "../category/category.ts";
import { toDecimal } from "../money/money.ts";
import { csvOf } from "../text/csv.ts";
import { signedAmount, type Transaction } from "../transaction/transaction.ts";

/** What the file of everything says of itself, `{ format, version, items }`; each item has a `kind`. */
export const EXPORT_FORMAT = "coffer";
export const EXPORT_VERSION = 2;

/** The columns of the CSV of transactions, which the import knows again. */
export const CSV_HEADER = ["Date", "Description", "Category", "Type", "Amount", "Notes"] as const;

/** Transactions as CSV, in the order given. Amounts have a sign: what went out is negative, a refund is not. */
export function transactionsCsv(
  transactions: readonly Transaction[],
  categories: readonly Pick<Category, "id" | "name">[],
): string {
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  return csvOf([
    CSV_HEADER,
    ...transactions.map((transaction) => [
      transaction.date,
      transaction.description,
      names.get(transaction.categoryId) ?? "",
      typeOf(transaction),
      toDecimal(signedAmount(transaction)),
      transaction.notes ?? "",
    ]),
  ]);
}

function typeOf({ type, refund }: Pick<Transaction, "type" | "refund">): string {
  if (type === "income") return "Income";
  return refund ? "Refund" : "Expense";
}
