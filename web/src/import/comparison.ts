import type { FileCategory } from "@coffer/bank-files/bank-file";
import { carryOf } from "@coffer/domain/budget/carry";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { type Cents, cents, minus, plus, ZERO } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel, monthOfDay, previousMonth } from "@coffer/domain/time/month";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import type { ImportedFile } from "./imported-file.ts";
import { carriedInto, categoryFinder, categoryKey } from "./moving-in.ts";

/** Reasons why a file's row is in no figure. */
const OUTS = ["review", "leftOut", "moved", "foreign", "refused"] as const;
export type Out = (typeof OUTS)[number];
const WORDS: Record<Out, readonly [one: string, many: string]> = {
  review: ["waits in review", "wait in review"],
  leftOut: ["is left out", "are left out"],
  moved: ["moved between own accounts", "moved between own accounts"],
  foreign: ["is in another currency", "are in another currency"],
  refused: ["was refused", "were refused"],
};
type Counts = Partial<Record<Out | "rows", number>>;

/** Another program's figures for a category in a month; `available` is absent if its files do not have it. */
type TheirCell = {
  month: Month;
  spent: Cents;
  planned?: Cents;
  carried?: Cents;
  available?: Cents;
  /** The number of its rows in the files, and of those in no figure. Absent before the import. */
  counts?: Counts;
};
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

type File = Pick<ImportedFile, "source" | "categories" | "plans" | "rows"> &
  Partial<Pick<ImportedFile, "foreign">>;
type Known = { category: FileCategory; cells: Map<Month, TheirCell>; counts: Map<Month, Counts> };

/**
 * The other program's figures, from the files that name categories; a plan's figures replace sums of rows. Undefined if
 * no file names categories. `outOf` tells, once the import decided it, why a row is in no figure.
 */
export function theirsOf(
  files: readonly File[],
  outOf?: (fileIndex: number, rowId: string) => Out | undefined,
): Theirs | undefined {
  const all = new Map<string, Known>();
  for (const [index, { categories, plans, rows, foreign = [] }] of files.entries()) {
    const byName = new Map(categories.map((one) => [one.name, one]));
    const knownOf = (category: FileCategory) => {
      const key = categoryKey(category);
      const known = all.get(key) ?? { category, cells: new Map(), counts: new Map() };
      // The longer name distinguishes it from another group's category.
      if (category.inGroup) known.category = category;
      all.set(key, known);
      return known;
    };
    const count = (category: FileCategory | undefined, month: Month, out: Out | undefined) => {
      if (!category) return;
      const { counts } = knownOf(category);
      const before = counts.get(month) ?? {};
      const rows = (before.rows ?? 0) + 1;
      counts.set(month, { ...before, rows, ...(out && { [out]: (before[out] ?? 0) + 1 }) });
    };
    for (const category of categories) knownOf(category);
    for (const { id, row } of rows) {
      const category = byName.get(row.category ?? "");
      const month = monthOfDay(row.date);
      count(category, month, outOf?.(index, id));
      if (!category || row.transfer) continue;
      const { cells } = knownOf(category);
      const before = cells.get(month) ?? { month, spent: ZERO };
      const amount = category.type === "income" ? signedAmount(row) : cents(-signedAmount(row));
      if (before.available === undefined) cells.set(month, { month, spent: plus(before.spent, amount) });
    }
    // Rows whose amount in the budget's currency was given are counted above.
    const counted = new Set(foreign.length > 0 ? rows.map(({ id }) => id) : []);
    for (const { id, category, date } of foreign)
      if (!counted.has(id)) count(byName.get(category ?? ""), monthOfDay(date), "foreign");
    for (const plan of plans) {
      const { month, projected, kept } = plan;
      const category = byName.get(plan.category);
      if (!kept || !category) continue;
      const spent = minus(ZERO, kept.activity);
      const { available } = kept;
      knownOf(category).cells.set(month, {
        month,
        spent,
        planned: projected,
        carried: carriedInto(plan),
        available,
      });
    }
  }
  const naming = files.filter(({ categories }) => categories.length > 0);
  if (naming.length === 0) return undefined;
  const categories = [...all.values()].map(({ category, cells, counts }) => ({
    category,
    cells: [...cells.values()].map((cell) =>
      outOf ? { ...cell, counts: counts.get(cell.month) ?? { rows: 0 } } : cell,
    ),
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
  refusedIn: (categoryId: Id, month: Month) => number = () => 0,
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
            ? reasonsOf(withRefused(cell, refusedIn(category.id, month)), our, category, source, money)
            : ["This category is not in your budget."];
      return { key, name: wanted.name, category, month, of, theirs, ours, reasons };
    });
  });
}

const withRefused = (cell: TheirCell, refused: number): TheirCell =>
  refused > 0 ? { ...cell, counts: { ...cell.counts, refused } } : cell;

/** Why spending is missing: "2 rows wait in review, 1 row is in another currency". */
function missingText(counts: Counts | undefined, month: Month, source: string): string {
  if (counts?.rows === 0) return `the files from ${source} have no rows of it in ${monthLabel(month)}`;
  const named = OUTS.flatMap((out) => {
    const count = counts?.[out] ?? 0;
    const [one, many] = WORDS[out];
    return count > 0 ? [`${pluralize(count, "row")} ${count === 1 ? one : many}`] : [];
  });
  if (named.length > 0) return named.join(", ");
  if (counts)
    return "its rows are in another category here, were changed, or the files do not have all of them";
  return "rows that were not imported, were left out, are in another currency or wait in review";
}

function reasonsOf(
  { spent, planned, carried, month, counts }: TheirCell,
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
      `${money(minus(ZERO, more))} that was ${verb} is missing here: ${missingText(counts, month, source)}.`,
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
