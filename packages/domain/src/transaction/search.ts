import { fullName } from "../account/user.ts";
import type { Flow } from "../category/category.ts";
import { shownFields } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { readAmount } from "../money/amount.ts";
import { type Cents, cents, plus, sum, ZERO } from "../money/money.ts";
import { purchasesOf } from "../payment/payment.ts";
import { folded } from "../text/folded.ts";
import { AMERICAN } from "../text/locale.ts";
import { type Day, dayOfMonth, MONTH_NAMES, monthOfYear, parseDay, yearOfDay } from "../time/day.ts";
import { type Sort, transaction } from "./definition.ts";
import { netAmount, newestFirst, type Transaction } from "./transaction.ts";

/** The conditions of a search, all of which must hold. `by` is the user who entered the transaction. */
export type Filters = {
  text?: string | undefined;
  amount?: Cents | undefined;
  from?: Day | undefined;
  to?: Day | undefined;
  categoryId?: Id | undefined;
  type?: Flow | undefined;
  by?: Id | undefined;
};

type Named = { id: Id; name: string };
type Person = { id: Id; firstName: string; lastName: string };

/** `count` counts a split purchase once. Refunds are subtracted from expenses. */
export type Totals = { count: number; income: Cents; expense: Cents };

type Position = Pick<Transaction, "id" | "date" | "createdAt" | "amount">;

/** Ignores case and accents. The text is searched in names of categories and, in shared budgets, of people too. */
export function matcher(
  filters: Filters,
  categories: readonly Named[] = [],
  people: readonly Person[] = [],
): (transaction: Transaction) => boolean {
  const { amount, from, to, categoryId, type, by } = filters;
  // In a budget with one person, their name would match everything.
  const hasText = textMatcher(filters.text ?? "", categories, people.length > 1 ? people : []);
  return (transaction) =>
    (amount === undefined || transaction.amount === amount) &&
    (from === undefined || transaction.date >= from) &&
    (to === undefined || transaction.date <= to) &&
    (categoryId === undefined || transaction.categoryId === categoryId) &&
    (type === undefined || transaction.type === type) &&
    (by === undefined || transaction.createdBy === by) &&
    hasText(transaction);
}

/** The matching transactions. Lines of a split match by its total too. */
export function findTransactions(
  transactions: readonly Transaction[],
  ...conditions: Parameters<typeof matcher>
): Transaction[] {
  const matches = matcher(...conditions);
  const totals = splitTotals(transactions);
  return transactions.filter(
    (one) => matches(one) || (totals.has(one.id) && matches(withTotal(one, totals))),
  );
}

/** The total of a split purchase, by the id of each of its lines. */
function splitTotals(transactions: readonly Transaction[]): Map<Id, Cents> {
  const purchases = purchasesOf(transactions);
  return new Map(purchases.flatMap(({ lines = [], amount }) => lines.map(({ id }) => [id, amount] as const)));
}

const withTotal = (one: Transaction, totals: ReadonlyMap<Id, Cents>): Transaction => ({
  ...one,
  amount: totals.get(one.id) ?? one.amount,
});

export const BY_SORT: Record<Sort, (a: Position, b: Position) => number> = {
  "-date": newestFirst,
  date: (a, b) => newestFirst(b, a),
  "-amount": (a, b) => b.amount - a.amount || newestFirst(a, b),
  amount: (a, b) => a.amount - b.amount || newestFirst(a, b),
};

export function totalsOf(transactions: readonly Transaction[]): Totals {
  const total = (flow: Flow) => sum(transactions.filter(({ type }) => type === flow).map(netAmount));
  return { count: purchasesOf(transactions).length, income: total("income"), expense: total("expense") };
}

export const addTotals = (a: Totals, b: Totals): Totals => ({
  count: a.count + b.count,
  income: plus(a.income, b.income),
  expense: plus(a.expense, b.expense),
});

/** Where a search continues: after the row `after` of the rows behind `start`. `before` totals all rows up to `start`. */
export type SearchPlace = { start?: string | undefined; after?: Position | undefined; before: Totals };
export const SEARCH_START: SearchPlace = { before: { count: 0, income: ZERO, expense: ZERO } };

/** A short text that needs no encoding in URLs. */
export function writeSearchCursor({ start, after, before }: SearchPlace): string {
  const place = after ? [after.date, after.createdAt, after.amount, after.id].join(".") : "";
  if (start === undefined) return place;
  return [place, start, [before.count, before.income, before.expense].join(".")].join("~");
}

export function parseSearchCursor(text: string): SearchPlace | undefined {
  const [place = "", start, totals = "0.0.0", ...more] = text.split("~");
  const after = place === "" ? undefined : parsePosition(place);
  const [, count, income, expense] = /^(\d{1,9})\.(-?\d{1,15})\.(-?\d{1,15})$/.exec(totals) ?? [];
  const isWhole = after !== undefined || (place === "" && start !== undefined);
  if (!isWhole || expense === undefined || more.length > 0) return undefined;
  const before = { count: Number(count), income: cents(Number(income)), expense: cents(Number(expense)) };
  return { start, after, before };
}

/** The day to which a search has read, if its cursor continues there and all earlier results were returned. */
export function searchedTo(cursor: string): Day | undefined {
  const place = parseSearchCursor(cursor);
  const text = place?.after ? "" : (place?.start ?? "");
  return parseDay(text.slice(0, 10)) ?? parseDay(`${text.slice(0, 7)}-01`);
}

function parsePosition(text: string): Position | undefined {
  const [, date = "", createdAt, amount, id] =
    /^([\d-]{10})\.(\d{1,16})\.(\d{1,12})\.(\d{1,16})$/.exec(text) ?? [];
  const day = parseDay(date);
  return day && { date: day, createdAt: Number(createdAt), amount: cents(Number(amount)), id: Number(id) };
}

/**
 * The next `size` transactions after a place, in order, and the next page's place if there are more. The
 * lines of a split are sorted by its total and stay together, so a page may be longer.
 */
export function pageAfter(
  transactions: readonly Transaction[],
  sort: Sort,
  after: Position | undefined,
  size: number,
) {
  const compare = BY_SORT[sort];
  const totals = splitTotals(transactions);
  const rest = transactions
    .map((row) => ({ row, place: withTotal(row, totals) }))
    .filter(({ place }) => !after || compare(after, place) < 0)
    .sort((a, b) => compare(a.place, b.place));
  let end = Math.min(size, rest.length);
  const paymentId = rest[end - 1]?.row.paymentId;
  while (paymentId !== undefined && rest[end]?.row.paymentId === paymentId) end += 1;
  const next: Position | undefined = end < rest.length ? rest[end - 1]?.place : undefined;
  return { rows: rest.slice(0, end).map(({ row }) => row), next };
}

function textMatcher(
  text: string,
  categories: readonly Named[],
  people: readonly Person[],
): (transaction: Transaction) => boolean {
  const wanted = folded(text);
  if (wanted === "") return () => true;
  const named = new Set(categories.filter(({ name }) => folded(name).includes(wanted)).map(({ id }) => id));
  const entered = new Set(
    people.filter((person) => folded(fullName(person)).includes(wanted)).map(({ id }) => id),
  );
  const isAmount = amountMatcher(wanted);
  const mayBeDate = /\d/.test(wanted) && /[a-z]|\d-/.test(wanted);
  return (transaction) =>
    named.has(transaction.categoryId) ||
    (transaction.createdBy !== undefined && entered.has(transaction.createdBy)) ||
    textsOf(transaction).some((text) => folded(text).includes(wanted)) ||
    isAmount(transaction.amount) ||
    (mayBeDate && datesOf(transaction.date).some((written) => written.includes(wanted)));
}

const TEXTS = shownFields(transaction).filter(({ reads }) => reads === "text");
function textsOf(one: Transaction): string[] {
  const values: Readonly<Record<string, unknown>> = one;
  return TEXTS.map(({ name }) => values[name]).filter((value) => typeof value === "string");
}

/** "12" finds 12.00 to 12.99; "12.5" finds only 12.50. */
function amountMatcher(wanted: string): (amount: Cents) => boolean {
  // Excludes arithmetic: "2026-11" is not 2,015.
  if (/.[-+*/]/.test(wanted)) return () => false;
  const reading = readAmount(wanted.replace(/^[-+]/, ""), "USD", AMERICAN);
  const amounts =
    reading.kind === "ok" ? [reading.amount] : reading.kind === "ambiguous" ? reading.readings : [];
  const isWhole = !/[.,]\d{1,2}\D*$/.test(wanted);
  return (amount) =>
    amounts.some((one) => (isWhole ? Math.trunc(amount / 100) * 100 === one : amount === one));
}

function datesOf(date: Day): string[] {
  const month = MONTH_NAMES[monthOfYear(date) - 1]?.toLowerCase() ?? "";
  const [day, year] = [dayOfMonth(date), yearOfDay(date)];
  return [month, month.slice(0, 3)]
    .flatMap((name) => [`${name} ${day}, ${year}`, `${day} ${name} ${year}`])
    .concat(date, `${month} ${year}`);
}
