import type { FileCategory } from "@coffer/bank-files/bank-file";
import { carryOf } from "@coffer/domain/budget/carry";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { type Cents, cents, minus, plus, ZERO } from "@coffer/domain/money/money";
import { type Month, monthLabel, monthOfDay, previousMonth } from "@coffer/domain/time/month";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import type { ImportedFile } from "./imported-file.ts";
import { carriedInto, categoryFinder, categoryKey } from "./moving-in.ts";

/** Another program's figures for a category in a month; `available` is absent if its files do not have it. */
export type TheirCell = { month: Month; spent: Cents; planned?: Cents; carried?: Cents; available?: Cents };
export type Theirs = { source: string; categories: { category: FileCategory; cells: TheirCell[] }[] };

export type OurCell = Record<"planned" | "actual" | "carried" | "available", Cents>;
const NOTHING: OurCell = { planned: ZERO, actual: ZERO, carried: ZERO, available: ZERO };

export type Compared = {
  key: string;
  /** The category's name in the other program. */
  name: string;
  category: Category | undefined;
  month: Month;
  /** The compared figure: available, or spent (received for income). */
  of: "available" | "spent";
  theirs: Cents;
  ours: Cents;
  reasons: string[];
};

/** The figures of the files that name categories, a plan's before those of rows; undefined if none names any. */
export function theirsOf(
  files: readonly Pick<ImportedFile, "source" | "categories" | "plans" | "rows">[],
): Theirs | undefined {
  const naming = files.filter(({ categories }) => categories.length > 0);
  const all = new Map<string, { category: FileCategory; cells: Map<Month, TheirCell> }>();
  for (const { categories, plans, rows } of naming) {
    const byName = new Map(categories.map((one) => [one.name, one]));
    const cellsOf = (category: FileCategory) => {
      const key = categoryKey(category);
      const known = all.get(key) ?? { category, cells: new Map<Month, TheirCell>() };
      // The longer name tells it from another group's.
      if (category.inGroup) known.category = category;
      all.set(key, known);
      return known.cells;
    };
    for (const category of categories) cellsOf(category);
    for (const { row } of rows) {
      const category = byName.get(row.category ?? "");
      if (!category || row.transfer) continue;
      const cells = cellsOf(category);
      const month = monthOfDay(row.date);
      const before = cells.get(month) ?? { month, spent: ZERO };
      const amount = category.type === "income" ? signedAmount(row) : cents(-signedAmount(row));
      if (before.available === undefined) cells.set(month, { month, spent: plus(before.spent, amount) });
    }
    for (const plan of plans) {
      const { month, projected, kept } = plan;
      const category = byName.get(plan.category);
      if (!kept || !category) continue;
      const spent = minus(ZERO, kept.activity);
      const { available } = kept;
      cellsOf(category).set(month, {
        month,
        spent,
        planned: projected,
        carried: carriedInto(plan),
        available,
      });
    }
  }
  const [first] = naming;
  if (!first) return undefined;
  const categories = [...all.values()].map(({ category, cells }) => ({
    category,
    cells: [...cells.values()],
  }));
  return { source: [...new Set(naming.map(({ source }) => source))].join(", "), categories };
}

/** The months that are compared, the latest first. */
export const monthsOf = ({ categories }: Theirs): Month[] =>
  [...new Set(categories.flatMap(({ cells }) => cells.map(({ month }) => month)))].sort().toReversed();

/** The other program's figure and Coffer's for each of its categories and months, with the reasons for a difference. */
export function compare(
  { source, categories: named }: Theirs,
  categories: readonly Category[],
  oursOf: (categoryId: Id, month: Month) => OurCell | undefined,
  money: (amount: Cents) => string,
): Compared[] {
  const find = categoryFinder(categories);
  return named.flatMap(({ category: wanted, cells }) => {
    const category = find(wanted);
    return cells.map((cell): Compared => {
      const { month, spent, available } = cell;
      const our = (category && oursOf(category.id, month)) ?? NOTHING;
      const key = `${wanted.type} ${wanted.name} ${wanted.group ?? ""} ${month}`;
      const of = available === undefined ? ("spent" as const) : ("available" as const);
      const [theirs, ours] = available === undefined ? [spent, our.actual] : [available, our.available];
      const reasons =
        theirs === ours
          ? []
          : category
            ? reasonsOf(cell, our, category, source, money)
            : ["This category is not in your budget."];
      return { key, name: wanted.name, category, month, of, theirs, ours, reasons };
    });
  });
}

function reasonsOf(
  { spent, planned, carried, month }: TheirCell,
  our: OurCell,
  category: Category,
  source: string,
  money: (amount: Cents) => string,
): string[] {
  const reasons: string[] = [];
  const verb = category.type === "income" ? "received" : "spent";
  const more = minus(our.actual, spent);
  if (more > 0) reasons.push(`${money(more)} more was ${verb} here than in ${source}.`);
  if (more < 0)
    reasons.push(
      `${money(minus(ZERO, more))} that was ${verb} is missing here: rows that were not imported, were left out, are in another currency or wait in review.`,
    );
  if (planned !== undefined && planned < 0 && our.planned === 0)
    reasons.push(`${source} took ${money(minus(ZERO, planned))} back out of it; no plan here is below zero.`);
  else if (planned !== undefined && planned !== our.planned)
    reasons.push(`Planned: ${money(our.planned)} here, ${money(planned)} in ${source}.`);
  if (carried !== undefined && carried !== our.carried)
    reasons.push(
      `Carried into ${monthLabel(month)}: ${money(our.carried)} here, ${money(carried)} in ${source}${
        carryOf(category, previousMonth(month)) === "none"
          ? ", since it keeps nothing at the end of a month here"
          : ""
      }.`,
    );
  return reasons;
}
