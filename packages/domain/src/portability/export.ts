import type { User } from "../account/user.ts";
import type { Category } from "../category/category.ts";
import { shownFields } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { toDecimal } from "../money/money.ts";
import { csvOf } from "../text/csv.ts";
import type { Locale } from "../text/locale.ts";
import { transaction } from "../transaction/definition.ts";
import { signedAmount, type Transaction } from "../transaction/transaction.ts";

/** The head of a JSON export, `{ format, version, people, items }`; each item has a `kind`. */
export const EXPORT_FORMAT = "coffer";
export const EXPORT_VERSION = 3;

/** The first columns of the CSV of transactions; the import recognizes the file by them. */
export const CSV_HEADER = ["Date", "Description", "Category", "Type", "Amount", "Notes"] as const;
/** All other text fields of a transaction, as further columns. */
const more = shownFields(transaction).filter(
  ({ label, reads }) => reads === "text" && !CSV_HEADER.some((column) => column === label),
);

type Person = Pick<User, "id" | "firstName">;

/**
 * Transactions as CSV, in the order given. Expenses are negative; income and refunds are positive. If there are several
 * people, the last columns name the payer and unequal shares.
 */
export function transactionsCsv(
  transactions: readonly Transaction[],
  categories: readonly Pick<Category, "id" | "name">[],
  people: readonly Person[],
  locale: Locale,
): string {
  const firstNames = new Map(people.map(({ id, firstName }) => [id, firstName]));
  const nameOf = (id: Id | undefined) => (id === undefined ? "" : (firstNames.get(id) ?? ""));
  const isShared = people.length > 1;
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const rows = [
    [...CSV_HEADER, ...more.map(({ label }) => label), ...(isShared ? ["Paid by", "Shares"] : [])],
    ...transactions.map((transaction) => [
      transaction.date,
      transaction.description,
      names.get(transaction.categoryId) ?? "",
      typeOf(transaction),
      toDecimal(signedAmount(transaction)),
      transaction.notes ?? "",
      ...more.map(({ name }) => textIn(transaction, name)),
      ...(isShared ? [nameOf(payerOf(transaction)), sharesText(transaction, nameOf)] : []),
    ]),
  ];
  return csvOf(rows, locale);
}

const payerOf = ({ type, paidBy, createdBy }: Transaction): Id | undefined =>
  type === "expense" ? (paidBy ?? createdBy) : undefined;

/** "Ana 60%, Ben 40%". */
const sharesText = ({ shares }: Transaction, nameOf: (id: Id) => string): string =>
  (shares ?? []).map(({ userId, percent }) => `${nameOf(userId)} ${percent}%`).join(", ");

const textIn = (of: Readonly<Record<string, unknown>>, name: string) => String(of[name] ?? "");

function typeOf({ type, refund }: Pick<Transaction, "type" | "refund">): string {
  if (type === "income") return "Income";
  return refund ? "Refund" : "Expense";
}
