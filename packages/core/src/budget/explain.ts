import { type Explanation, explain, explainToSpend } from "@coffer/domain/budget/explain";
import type { Explained } from "@coffer/domain/budget/explained";
import { addMonthsTo, lastDay, type Month } from "@coffer/domain/time/month";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import { createLines } from "../line/lines.ts";
import { withinBytes } from "../page-bytes.ts";
import { notFound } from "../refusal.ts";
import { type BalanceStores, createBalances } from "../share/balances.ts";
import type { Stores } from "../stores.ts";
import { readCarriedFacts } from "./carried-months.ts";
import { createFigures, type FigureStores } from "./figures.ts";

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
