import type { Category, Flow } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, sum, ZERO } from "../money/money.ts";
import type { Month } from "../time/month.ts";
import type { CarriedMonth } from "./carry.ts";

/** A category in one month. */
export type YearCell = { planned: Cents; actual: Cents; carried: Cents; available: Cents };
/** `cells` is one a month, in their order. */
export type YearRow = { categoryId: Id; cells: YearCell[] };
export type Year = { months: Month[]; rows: YearRow[] };

const BLANK: YearCell = { planned: ZERO, actual: ZERO, carried: ZERO, available: ZERO };

/** Categories × months, in the order of the categories' ids. */
export function yearOf(categories: readonly Pick<Category, "id">[], months: readonly CarriedMonth[]): Year {
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

/** What of a cell a table shows. */
export type YearFigure = "planned" | "actual" | "available";

/** `total` and `average` (over the months in which anything was) of one row; what is available adds up to nothing. */
export function rowFigures(row: YearRow, figure: YearFigure): { total: Cents; average: Cents } {
  const amounts = row.cells.map((cell) => cell[figure]);
  const total = figure === "available" ? (amounts.at(-1) ?? ZERO) : sum(amounts);
  const used = amounts.filter((amount) => amount !== 0);
  return { total, average: used.length === 0 ? ZERO : cents(Math.round(sum(used) / used.length)) };
}

/** A type's sum in each month. */
export function columnTotals(
  year: Year,
  type: Flow,
  categories: readonly Pick<Category, "id" | "type">[],
  figure: YearFigure,
): Cents[] {
  const types = new Map(categories.map((category) => [category.id, category.type]));
  const rows = year.rows.filter(({ categoryId }) => types.get(categoryId) === type);
  return year.months.map((_, index) => sum(rows.map(({ cells }) => cells[index]?.[figure] ?? ZERO)));
}
