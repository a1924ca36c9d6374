import { type Category, idsOf } from "../category/category.ts";
import type { Id } from "../id.ts";
import type { LineRow } from "../line/line.ts";
import { type Cents, minus, sum, ZERO } from "../money/money.ts";
import type { BalanceRow, Settlement } from "../share/balance.ts";
import { compareDays, type Day, dayOfMonth } from "../time/day.ts";
import { firstDay, type Month, monthOfDay } from "../time/month.ts";
import { netAmount, newestFirst, type Transaction } from "../transaction/transaction.ts";
import { type Budget, countsAfter, history, type MonthFacts, type Plan } from "./budget.ts";
import { type CarriedMonth, carriedParts, openingOf } from "./carry.ts";
import { CARDS, type Explained, less, type Piece } from "./explained.ts";
import type { ToSpendRow } from "./to-spend.ts";

/** `amount` is the row's effect on the number: negative for a refund, or for an expense within Remaining. */
export type ExplainedRow =
  | { kind: "transaction"; amount: Cents; transaction: Transaction }
  | { kind: "plan"; amount: Cents; plan: Plan }
  | { kind: "carried"; amount: Cents; categoryId: Id; months: { month: Month; amount: Cents }[] }
  /** The amount that was available when the household moved here. */
  | { kind: "opening"; amount: Cents; categoryId: Id; date: Day }
  | ToSpendRow
  | LineRow
  | { kind: "settlement"; amount: Cents; settlement: Settlement }
  /** The part of a balance that stems from other months. */
  | { kind: "owed"; amount: Cents };

export type Explanation = {
  amount: Cents;
  /** Carried amounts, then plans (largest first), then transactions (newest first). */
  rows: ExplainedRow[];
  months: { month: Month; amount: Cents }[];
  /** The mean of the earlier months; null if they are empty. */
  usual: Cents | null;
  /** The mean of the totals up to the same day of the earlier months; null unless the month is the current one. */
  usualByNow: Cents | null;
  largest: ExplainedRow | null;
};

/** `months` are the months to compare with, oldest first, the month itself last. */
export function explain(
  explained: Explained,
  facts: MonthFacts & {
    categories: readonly Category[];
    months: readonly { month: Month; budgets: readonly Budget[] }[];
    past: readonly MonthFacts[];
    today: Day;
    /** Present only to explain `available`: the months since money was first carried. */
    carriedThrough?: readonly CarriedMonth[];
  },
): Explanation {
  const { month, today } = facts;
  const parts = partsOf(explained, facts.categories);
  const rows = [...carriedRows(explained, facts), ...rowsOf(parts, facts)];
  const earlier = facts.months
    .filter((one) => one.month < month)
    .map((one) => ({ month: one.month, amount: totalOf(parts, one.budgets) }));
  const byNow = facts.past
    .filter((one) => one.month < month)
    .map((one) => {
      const transactions = one.transactions.filter(({ date }) => dayOfMonth(date) <= dayOfMonth(today));
      return amountOf(rowsOf(parts, { ...one, transactions }));
    });
  return {
    ...explanationOf(rows, [...earlier, { month, amount: amountOf(rows) }]),
    usual: history(earlier.map((one) => one.amount))?.mean ?? null,
    usualByNow: month === monthOfDay(today) ? (history(byNow)?.mean ?? null) : null,
  };
}

const amountOf = (rows: readonly { amount: Cents }[]): Cents => sum(rows.map(({ amount }) => amount));

function carriedRows(explained: Explained, facts: Parameters<typeof explain>[1]) {
  const { month, categories, carriedThrough = [] } = facts;
  if (!("part" in explained) || explained.part !== "available") return [];
  return explained.categoryIds.flatMap((categoryId): ExplainedRow[] => {
    const category = categories.find(({ id }) => id === categoryId);
    const found = category && openingOf(category);
    const opening =
      found && found.month <= month && carriedThrough.some((one) => one.month === found.month) ? found : null;
    const months = carriedParts(categoryId, carriedThrough, month, opening?.month);
    return [
      ...(opening && opening.amount !== 0
        ? [{ kind: "opening" as const, amount: opening.amount, categoryId, date: firstDay(opening.month) }]
        : []),
      ...(months.length === 0
        ? []
        : [{ kind: "carried" as const, amount: amountOf(months), categoryId, months }]),
    ];
  });
}

function explanationOf(rows: ExplainedRow[], months: Explanation["months"]): Explanation {
  const largest = rows.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))[0] ?? null;
  return { amount: amountOf(rows), rows, months, usual: null, usualByNow: null, largest };
}

export const explainToSpend = (month: Month, rows: ToSpendRow[]): Explanation =>
  explanationOf(rows, [{ month, amount: amountOf(rows) }]);

/** `ends` are the amounts at the end of each earlier month. */
export const explainLine = (month: Month, rows: LineRow[], ends: Explanation["months"]): Explanation =>
  explanationOf(rows, [...ends, { month, amount: amountOf(rows) }]);

export function explainBalance(month: Month, rows: readonly BalanceRow[]): Explanation {
  const dateOf = (row: BalanceRow) => (row.kind === "share" ? row.transaction.date : row.settlement.date);
  const byMonth = Map.groupBy(rows, (row) => monthOfDay(dateOf(row)));
  const months = [...byMonth]
    .map(([of, own]) => ({ month: of, amount: amountOf(own) }))
    .sort((a, b) => (a.month < b.month ? -1 : 1));
  const own = (byMonth.get(month) ?? [])
    .sort((a, b) => compareDays(dateOf(b), dateOf(a)))
    .map((row): ExplainedRow => {
      const { kind, amount } = row;
      return kind === "share"
        ? { kind: "transaction", amount, transaction: row.transaction }
        : { kind, amount, settlement: row.settlement };
    });
  const others = amountOf(months.filter((one) => one.month !== month));
  return explanationOf(others === 0 ? own : [...own, { kind: "owed", amount: others }], months);
}

type Part = Omit<Piece, "type"> & { categories: ReadonlySet<Id> };

function partsOf(explained: Explained, categories: readonly Category[]): Part[] {
  if ("card" in explained) {
    return CARDS[explained.card].map((piece) => ({ ...piece, categories: idsOf(piece.type, categories) }));
  }
  const { categoryIds, part } = explained;
  const own = new Set(categoryIds);
  const plan = { of: "plans" as const, categories: own };
  const actual = { of: "transactions" as const, categories: own };
  if (part === "plan") return [plan];
  if (part === "actual") return [actual];
  if (part === "spent") return [{ ...actual, ignoresReset: true }];
  const isIncome = categories.some(({ id, type }) => own.has(id) && type === "income");
  return isIncome ? [actual, less(plan)] : [plan, less(actual)];
}

const signed = ({ isSubtracted }: Part, amount: Cents): Cents =>
  isSubtracted ? minus(ZERO, amount) : amount;

function effectOf(of: Part["of"], parts: readonly Part[]) {
  return (categoryId: Id, amount: Cents): Cents | undefined => {
    const part = parts.find((one) => one.of === of && one.categories.has(categoryId));
    return part && signed(part, amount);
  };
}

function rowsOf(parts: readonly Part[], { month, plans, transactions, resetAt }: MonthFacts): ExplainedRow[] {
  const planEffect = effectOf("plans", parts);
  const planRows = plans
    .filter((plan) => plan.month === month)
    .flatMap((plan) => {
      const amount = planEffect(plan.categoryId, plan.projected);
      return amount === undefined ? [] : [{ kind: "plan" as const, amount, plan }];
    })
    .sort((a, b) => b.amount - a.amount);
  const isAll = parts.some(({ ignoresReset }) => ignoresReset);
  const transactionEffect = effectOf("transactions", parts);
  const transactionRows = transactions
    .filter((one) => monthOfDay(one.date) === month && (isAll || countsAfter(resetAt, one)))
    .toSorted(newestFirst)
    .flatMap((transaction) => {
      const amount = transactionEffect(transaction.categoryId, netAmount(transaction));
      return amount === undefined ? [] : [{ kind: "transaction" as const, amount, transaction }];
    });
  return [...planRows, ...transactionRows];
}

function totalOf(parts: readonly Part[], budgets: readonly Budget[]): Cents {
  return sum(
    parts.flatMap((part) =>
      budgets
        .filter(({ categoryId }) => part.categories.has(categoryId))
        .map(({ projected, actual }) => signed(part, part.of === "plans" ? projected : actual)),
    ),
  );
}
