import { deriveBudgets } from "@coffer/domain/budget/budget";
import type { CarriedBudget } from "@coffer/domain/budget/carry";
import { type Explanation, explain, explainToSpend } from "@coffer/domain/budget/explain";
import type { Explained } from "@coffer/domain/budget/explained";
import { HISTORY_MONTHS } from "@coffer/domain/budget/forecast";
import { explainKinds, KIND_MONTHS, kindsOf } from "@coffer/domain/budget/kind";
import { toSpend, toSpendRows } from "@coffer/domain/budget/to-spend";
import { type Year, yearFigures } from "@coffer/domain/budget/year";
import type { Category } from "@coffer/domain/category/category";
import { waitingAmount } from "@coffer/domain/review/review";
import { soonestFirst } from "@coffer/domain/subscription/subscription";
import { addMonthsTo, lastDay, type Month, monthOfDay } from "@coffer/domain/time/month";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import { createLines } from "../line/lines.ts";
import { withinBytes } from "../pages.ts";
import { notFound } from "../refusal.ts";
import { type BalanceStores, createBalances } from "../share/balances.ts";
import type { Stores } from "../stores.ts";
import { firstPage } from "../transaction/transaction-lists.ts";
import type { Figures, MonthView } from "./budget-store.ts";
import { carryInto, readCarriedFacts, readCarriedMonths } from "./carried-months.ts";

export type FigureStores = Pick<Stores, "budgets" | "categories" | "subscriptions" | "goals">;

export function createFigures(stores: FigureStores, { clock }: Pick<Env, "clock">) {
  async function withKinds({ ownerId, today }: OpenLedger, categories: readonly Category[]) {
    const month = monthOfDay(today);
    const first = addMonthsTo(month, -KIND_MONTHS);
    const { months, subscriptions, goals } = await stores.budgets.figures(ownerId, first, month, clock());
    const history = months.slice(0, -1);
    const plans = months.at(-1)?.budgets ?? [];
    const kinds = kindsOf(categories, { today, subscriptions, goals, history, plans });
    return categories.map((category) => ({
      ...category,
      kindNow: kinds.get(category.id) ?? "everyday",
    }));
  }

  async function viewOf({ ownerId }: OpenLedger, month: Month): Promise<View> {
    const now = clock();
    const view = await stores.budgets.view(ownerId, addMonthsTo(month, -HISTORY_MONTHS), month, now);
    const { history, categories, facts, carried } = view;
    const sums = { months: [...history, { month, budgets: deriveBudgets(facts) }], categories, carried };
    const { months } = await carryInto(stores, ownerId, sums, now);
    return { ...view, budgets: months.at(-1)?.budgets ?? [] };
  }

  return {
    withKinds,

    withKind: async (ledger: OpenLedger, category: Category) =>
      (await withKinds(ledger, [category]))[0] ?? category,

    async year({ ownerId }: OpenLedger, from: Month, count: number): Promise<Year> {
      const last = addMonthsTo(from, count - 1);
      const { categories, months } = await readCarriedMonths(stores, ownerId, from, last, clock());
      return yearFigures(categories, months);
    },

    async month(ledger: OpenLedger, month: Month) {
      const view = await viewOf(ledger, month);
      const { rows, cursor } = firstPage(view.facts.transactions);
      return {
        ...view,
        subscriptions: view.subscriptions.toSorted(soonestFirst),
        transactions: rows,
        cursor,
        spentBefore: view.history.at(-1)?.spentByDay ?? [],
        toSpend: toSpendReply(ledger, month, view),
      };
    },

    toSpend: async (ledger: OpenLedger, month: Month) =>
      toSpendReply(ledger, month, await readToSpend(ledger, month)),

    toSpendRows: async (ledger: OpenLedger, month: Month) =>
      toSpendRows(toSpendFacts(ledger, month, await readToSpend(ledger, month))),
  };

  /** Reads what `toSpend` is computed from: sums of months, and no transactions unless a sum is not cached. */
  async function readToSpend({ ownerId }: OpenLedger, month: Month): Promise<ToSpendView> {
    const now = clock();
    const figures = await stores.budgets.figures(ownerId, addMonthsTo(month, -KIND_MONTHS), month, now);
    const { months } = await carryInto(stores, ownerId, figures, now);
    return { ...figures, history: figures.months.slice(0, -1), budgets: months.at(-1)?.budgets ?? [] };
  }
}

type ToSpendView = Omit<Figures, "months"> & Pick<MonthView, "history"> & { budgets: CarriedBudget[] };
type View = MonthView & ToSpendView;

function toSpendReply(ledger: OpenLedger, month: Month, view: ToSpendView) {
  const { count } = view.review;
  const review = { count, amount: waitingAmount(view.review) };
  return { ...toSpend(toSpendFacts(ledger, month, view)), review };
}

function toSpendFacts({ today, user }: OpenLedger, month: Month, view: ToSpendView) {
  const { categories, subscriptions, goals, budgets } = view;
  const history = view.history.slice(-KIND_MONTHS);
  const reasons = explainKinds(categories, { today, subscriptions, goals, history, plans: budgets });
  const kinds = new Map([...reasons].map(([id, { kind }]) => [id, kind]));
  return { month, today, until: user.spendUntil, categories, kinds, reasons, budgets, subscriptions };
}

const MONTHS = 6;
const ROWS_A_PAGE = 2_000;

export function createExplain(
  stores: FigureStores & BalanceStores & Pick<Stores, "ledger">,
  env: Pick<Env, "clock" | "ids">,
) {
  const { clock } = env;
  const figures = createFigures(stores, env);
  const balances = createBalances(stores, env);
  const lines = createLines(stores, env);

  /** Refuses (notFound) an unknown category. */
  async function explanationOf(ledger: OpenLedger, month: Month, explained: Explained): Promise<Explanation> {
    if ("card" in explained && explained.card === "to-spend")
      return explainToSpend(month, await figures.toSpendRows(ledger, month));
    if ("card" in explained && explained.card === "line")
      return lines.explain(ledger, explained.date ?? lastDay(month));
    if ("card" in explained && explained.card === "balance")
      return balances.explain(ledger, month, explained.between);
    const first = addMonthsTo(month, 1 - MONTHS);
    const range = { first, factsFrom: first, last: month };
    const { categories, ...read } = await readCarriedFacts(stores, ledger.ownerId, range, clock());
    const { facts, months, carriedThrough } = read;
    const known = new Set(categories.map(({ id }) => id));
    if ("categoryIds" in explained && !explained.categoryIds.every((id) => known.has(id)))
      throw notFound("Category");
    const { plans = [], transactions = [], resetAt = null } = facts.at(-1) ?? {};
    const own = { month, categories, plans, transactions, resetAt, carriedThrough };
    return explain(explained, { ...own, months, past: facts, today: ledger.today });
  }

  /** A page of the rows that follow the first `given`. The sums are those of all rows. */
  return async (ledger: OpenLedger, month: Month, explained: Explained, given = 0) => {
    const explanation = await explanationOf(ledger, month, explained);
    const rows = withinBytes(explanation.rows.slice(given, given + ROWS_A_PAGE));
    const next = given + rows.length;
    return { ...explanation, rows, cursor: next < explanation.rows.length ? String(next) : null };
  };
}
