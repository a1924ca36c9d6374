import type { Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, sum, ZERO } from "../money/money.ts";
import type { Month } from "../time/month.ts";
import { type Budget, budgetId } from "./budget.ts";
import type { CarriedMonth } from "./carry.ts";

type YearCell = { planned: Cents; actual: Cents; carried: Cents; available: Cents };
/** `cells` follow the order of `months`. */
export type Year = { months: Month[]; rows: { categoryId: Id; cells: YearCell[] }[] };

const BLANK: YearCell = { planned: ZERO, actual: ZERO, carried: ZERO, available: ZERO };

export function yearFigures(
  categories: readonly Pick<Category, "id">[],
  months: readonly CarriedMonth[],
): Year {
  const cells = months.map(
    ({ budgets }) =>
      new Map(
        budgets.map(({ categoryId, projected, actual, carried, available }) => [
          categoryId,
          { planned: projected, actual, carried, available },
        ]),
      ),
  );
  return {
    months: months.map(({ month }) => month),
    rows: categories
      .map(({ id }) => ({ categoryId: id, cells: cells.map((byId) => byId.get(id) ?? BLANK) }))
      .sort((a, b) => a.categoryId - b.categoryId),
  };
}

export const YEAR_FIGURES = ["actual", "planned", "available"] as const;
export type YearFigure = (typeof YEAR_FIGURES)[number];

export const yearPart = ({ months, rows }: Year, ...range: [from: number, to?: number]): Year => ({
  months: months.slice(...range),
  rows: rows.map((row) => ({ ...row, cells: row.cells.slice(...range) })),
});

/** Drops leading months without a plan or an actual, but keeps at least the last `fewest` months. */
export function yearInUse(year: Year, fewest: number): Year {
  const isUsed = ({ planned, actual }: YearCell) => planned !== 0 || actual !== 0;
  const first = Math.min(
    ...year.rows
      .map(({ cells }) => cells.findIndex(isUsed))
      .map((at) => (at < 0 ? Number.POSITIVE_INFINITY : at)),
  );
  return yearPart(year, Math.max(0, Math.min(first, year.months.length - fewest)));
}

export const budgetsOfYear = ({ months, rows }: Year): { month: Month; budgets: Budget[] }[] =>
  months.map((month, index) => ({
    month,
    budgets: rows.map(({ categoryId, cells }) => {
      const { planned: projected, actual } = cells[index] ?? BLANK;
      return { id: budgetId(month, categoryId), month, categoryId, projected, actual };
    }),
  }));

/** The average counts only months with an amount. The total of `available` is the last month's amount. */
export function yearTotals(amounts: readonly Cents[], figure: YearFigure): { total: Cents; average: Cents } {
  const used = amounts.filter((amount) => amount !== 0);
  const average = used.length === 0 ? ZERO : cents(Math.round(sum(used) / used.length));
  return { total: figure === "available" ? (amounts.at(-1) ?? ZERO) : sum(amounts), average };
}

export function yearTable(
  year: Year,
  categories: readonly Pick<Category, "id">[],
  figure: YearFigure,
): { rows: { categoryId: Id; amounts: Cents[] }[]; sums: Cents[] } {
  const cells = new Map(year.rows.map((row) => [row.categoryId, row.cells]));
  const rows = categories.map(({ id }) => ({
    categoryId: id,
    amounts: (cells.get(id) ?? []).map((cell) => cell[figure]),
  }));
  const sums = year.months.map((_, index) => sum(rows.map(({ amounts }) => amounts[index] ?? ZERO)));
  return { rows, sums };
}
