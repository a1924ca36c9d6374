import * as v from "valibot";
import type { User } from "../account/user.ts";
import type { Category } from "../category/category.ts";
import { encode } from "../definition/codec.ts";
import { defineKind, shownFields } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { toDecimal } from "../money/money.ts";
import { csvOf } from "../text/csv.ts";
import type { Locale } from "../text/locale.ts";
import { type Details, details } from "../transaction/details.ts";
import { signedAmount, type Transaction } from "../transaction/transaction.ts";

/** The head of a JSON export, `{ format, version, people, items }`; each item has a `kind`. */
export const EXPORT_FORMAT = "coffer";
export const EXPORT_VERSION = 3;

/** The first columns of the CSV of transactions; the import recognizes the file by them. */
export const CSV_HEADER = ["Date", "Description", "Category", "Type", "Amount", "Notes"] as const;
const { notes: _, paidBy: _payer, ...others } = details.fields;
/** The details of a transaction that have a column beside those. */
const otherDetails = shownFields(defineKind("other details", others));

/** Reads the further details of a transaction in Coffer's own file. In the CSV, numbers and flags are texts. */
export function readDetails(
  valueIn: (field: { name: string; label: string }) => unknown,
): Details | { problem: string } {
  const read: Record<string, unknown> = {};
  for (const { name, label, portable } of otherDetails) {
    const value = valueIn({ name, label }) ?? "";
    if (!portable || value === "") continue;
    const forms = [value, Number(value), value === "true" || (value !== "false" && value)];
    const parsed = v.safeParse(portable, forms.find((form) => v.is(portable, form)) ?? value);
    if (!parsed.success) return { problem: `${label}: ${parsed.issues[0].message}` };
    read[name] = parsed.output;
  }
  return read;
}

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
    [...CSV_HEADER, ...otherDetails.map(({ label }) => label), ...(isShared ? ["Paid by", "Shares"] : [])],
    ...transactions.map((transaction) => [
      transaction.date,
      transaction.description,
      names.get(transaction.categoryId) ?? "",
      typeOf(transaction),
      toDecimal(signedAmount(transaction)),
      transaction.notes ?? "",
      ...otherDetails.map((field) => textIn(transaction, field)),
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

function textIn(
  of: Readonly<Record<string, unknown>>,
  { name, portable }: (typeof otherDetails)[number],
): string {
  const value = of[name] ?? "";
  return value === "" || !portable ? "" : String(encode(portable, value));
}

function typeOf({ type, refund }: Pick<Transaction, "type" | "refund">): string {
  if (type === "income") return "Income";
  return refund ? "Refund" : "Expense";
}
