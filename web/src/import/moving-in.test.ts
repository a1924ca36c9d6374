import { readBankFile } from "@coffer/bank-files/read";
import { type Budget, budgetId } from "@coffer/domain/budget/budget";
import { carryThrough, withCarry } from "@coffer/domain/budget/carry";
import type { Category } from "@coffer/domain/category/category";
import { arrange } from "@coffer/domain/category/category-order";
import { type Cents, cents, ZERO } from "@coffer/domain/money/money";
import { type Day, toDay } from "@coffer/domain/time/day";
import { addMonthsTo, type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compare, type OurCell, theirsOf } from "./comparison.ts";
import { type ImportedFile, toImportedFile } from "./imported-file.ts";
import { categoryFinder, type Move, movingIn } from "./moving-in.ts";

const USER = { currency: "USD", user: { id: 1, email: "ana@example.org" }, members: [] };
const TODAY = toDay(2026, 11, 26);
const THIS_MONTH = monthOfDay(TODAY);
const FIRST = addMonthsTo(THIS_MONTH, -5);

async function read(...files: readonly (readonly string[])[]): Promise<ImportedFile[]> {
  const texts = files.map((lines) => new TextEncoder().encode(lines.join("\n")));
  const answers = { dateOrder: "ymd" };
  const all = texts.map((bytes) => readBankFile({ name: "ynab.csv", bytes }, { today: TODAY, answers }));
  return (await Promise.all(all)).map((file) => toImportedFile(file, USER));
}

const decimal = (amount: number) => `${amount < 0 ? "-" : ""}$${(Math.abs(amount) / 100).toFixed(2)}`;
const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
const REGISTER = quoted([
  ...["Account", "Flag", "Date", "Payee", "Category Group/Category", "Category Group", "Category"],
  ...["Memo", "Outflow", "Inflow", "Cleared"],
]);
const PLAN = quoted([
  ...["Month", "Category Group/Category", "Category Group", "Category", "Assigned", "Activity", "Available"],
]);
type Named = { group: string; name: string };
const registerLine = (date: Day, payee: string, { group, name }: Named, amount: number, memo = "") =>
  quoted([
    ...["Bank", "", date, payee, group && `${group}: ${name}`, group, name, memo],
    ...[decimal(amount < 0 ? -amount : 0), decimal(Math.max(amount, 0)), "Cleared"],
  ]);
const planLine = (month: Month, { group, name }: Named, amounts: readonly number[]) =>
  quoted([monthLabel(month), `${group}: ${name}`, group, name, ...amounts.map(decimal)]);

const INFLOW = { group: "Inflow", name: "Ready to Assign" };
const CATEGORIES = [
  { group: "Ana", name: "Fun" },
  { group: "Ben", name: "Fun" },
  { group: "Home", name: "Rent" },
  { group: "Hidden Categories", name: "Old hobby" },
];

/** A month of a category in YNAB: the assigned amount, which may be negative, and spending and refunds. */
const cell = fc.record({
  assigned: fc.integer({ min: -30_000, max: 50_000 }),
  rows: fc.array(fc.integer({ min: -40_000, max: 9_000 }), { maxLength: 4 }),
});
const household = fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), {
  minLength: CATEGORIES.length,
  maxLength: CATEGORIES.length,
});
type Cells = { assigned: number; rows: number[] }[];

/** The register and the plan, and where YNAB took money back out of a category. */
function ynab(cells: readonly Cells[]) {
  const register = [
    REGISTER,
    registerLine(toDay(2026, 6, 1), "Starting Balance", INFLOW, 500_000),
    registerLine(toDay(2026, 6, 1), "ACME", INFLOW, 300_000),
    registerLine(toDay(2026, 6, 2), "Transfer : Visa", { group: "", name: "" }, -7_000),
  ];
  const plan = [PLAN];
  const takenBack = new Set<string>();
  const left = CATEGORIES.map(() => 0);
  for (let number = 0; number < 6; number++) {
    const month = addMonthsTo(FIRST, number);
    for (const [index, category] of CATEGORIES.entries()) {
      const { assigned: wanted = 0, rows = [] } = cells[index]?.[number] ?? {};
      const carried = Math.max(0, left[index] ?? 0);
      const assigned = Math.max(-carried, wanted);
      const amounts = rows.filter((amount) => amount !== 0);
      const activity = amounts.reduce((sum, amount) => sum + amount, 0);
      left[index] = carried + assigned + activity;
      if (assigned < 0) takenBack.add(`${index} ${month}`);
      plan.push(planLine(month, category, [assigned, activity, left[index] ?? 0]));
      for (const [day, amount] of amounts.entries())
        register.push(
          registerLine(
            toDay(Number(month.slice(0, 4)), Number(month.slice(5)), day + 1),
            `Shop ${index}`,
            category,
            amount,
            day > 1 ? `Split (${day}/4) x` : "",
          ),
        );
    }
    plan.push(planLine(month, { group: "Credit Card Payments", name: "Visa" }, [0, 7_000, 7_000]));
  }
  return { register, plan, takenBack };
}

/** The budget as it is after the move. */
function moved(move: Move, before: readonly Category[] = []): Category[] {
  const ids = move.adds.map((_, index) => 1_000 + before.length + index);
  const idOf = (of: Move["plans"][number]["of"]) => ("id" in of ? of.id : (ids[of.added] ?? 0));
  const changes = new Map(move.changes.map((change) => [change.category.id, change]));
  const kept = before.map((category) => {
    const { carry, opening } = changes.get(category.id) ?? {};
    const kept = carry && carry !== category.carry ? withCarry(category, carry, THIS_MONTH) : category;
    return { ...kept, ...(opening && { opening }) };
  });
  const added = move.adds.map((one, index): Category => ({ description: null, ...one, id: ids[index] ?? 0 }));
  const all = [...kept, ...added];
  return (
    (move.places &&
      arrange(
        all,
        move.places.map((place) => ({ ...place, id: idOf(place.of) })),
      )) ??
    all
  );
}

/** Coffer's figures for the files' rows and plans, as in `GET /api/year`. */
function figuresOf(files: readonly ImportedFile[], categories: readonly Category[]) {
  const find = categoryFinder(categories);
  const sums = new Map<string, { projected: Cents; actual: Cents }>();
  const at = (id: number, month: Month) => {
    const found = sums.get(`${id} ${month}`) ?? { projected: ZERO, actual: ZERO };
    sums.set(`${id} ${month}`, found);
    return found;
  };
  for (const { row, of } of files.flatMap((file) => file.rows.map((one) => ({ ...one, of: file })))) {
    const named = of.categories.find(({ name }) => name === row.category);
    const category = named && find(named);
    if (!category || row.transfer) continue;
    const sum = at(category.id, monthOfDay(row.date));
    sum.actual = cents(sum.actual + (row.refund ? -row.amount : row.amount));
  }
  const { plans } = movingIn(files, categories, THIS_MONTH);
  for (const { of, month, projected } of plans) if ("id" in of) at(of.id, month).projected = projected;
  const months = Array.from({ length: 8 }, (_, index) => addMonthsTo(FIRST, index));
  const budgets = (month: Month) =>
    categories.map(
      ({ id }): Budget => ({ id: budgetId(month, id), categoryId: id, month, ...at(id, month) }),
    );
  const carried = carryThrough(
    categories,
    months.map((month) => ({ month, budgets: budgets(month) })),
  );
  const byKey = new Map(
    carried.flatMap(({ month, budgets: rows }) =>
      rows.map((row): [string, OurCell] => [
        `${row.categoryId} ${month}`,
        { ...row, planned: row.projected },
      ]),
    ),
  );
  return (id: number, month: Month) => byKey.get(`${id} ${month}`);
}

test("a household of YNAB has the same available in each category at the move", async () => {
  await fc.assert(
    fc.asyncProperty(household, fc.boolean(), async (cells, isTogether) => {
      const { register, plan, takenBack } = ynab(cells);
      const files = await read(register, plan);
      const [first, second] = files;
      // Both files together, or the register's categories first and the plan's afterwards.
      const before = isTogether || !first ? [] : moved(movingIn([first], [], THIS_MONTH));
      const move = movingIn(isTogether || !second ? files : [second], before, THIS_MONTH);
      const categories = moved(move, before);
      expect(categories.filter(({ type }) => type === "expense").map(({ group }) => group)).toEqual([
        "Ana",
        "Ben",
        "Home",
        null,
      ]);
      const compared = compare(
        theirsOf(files) ?? { source: "", categories: [] },
        categories,
        figuresOf(files, categories),
        decimal,
      );
      const since = move.since ?? THIS_MONTH;
      for (const { name, month, of, ours, theirs, reasons } of compared) {
        const index = CATEGORIES.findIndex(
          (one) => name === `${one.name} (${one.group})` || name === one.name,
        );
        const isTaken = [...takenBack].some(
          (taken) => taken.startsWith(`${index} `) && taken.slice(2) <= month,
        );
        if (of === "spent" || month >= since || !isTaken)
          expect([name, month, ours]).toEqual([name, month, theirs]);
        if (ours !== theirs) expect(reasons).not.toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
});

test("the comparison counts a category's rows that are in no figure of a month", async () => {
  const fun = { group: "Ana", name: "Fun" };
  const rent = { group: "Home", name: "Rent" };
  const [register, plan] = await read(
    [
      REGISTER,
      ...[1, 2, 3, 4, 5].map((day) => registerLine(toDay(2026, 11, day), "Shop", fun, -1_000)),
      registerLine(toDay(2026, 10, 1), "Shop", fun, -1_000),
    ],
    [PLAN, planLine(addMonthsTo(THIS_MONTH, 0), rent, [0, -2_000, -2_000])],
  );
  if (!register || !plan) throw new Error("Both files are read.");
  const foreign = [
    {
      id: "x",
      date: toDay(2026, 11, 9),
      description: "Café",
      amount: -300,
      currency: "EUR",
      category: "Fun",
    },
  ];
  const files = [{ ...register, foreign }, plan];
  const categories = moved(movingIn(files, [], THIS_MONTH));
  const outs = ["review", "review", "leftOut", "moved"] as const;
  const reasonsOf = (theirs: ReturnType<typeof theirsOf>, refused = 0) =>
    compare(
      theirs ?? { source: "", categories: [] },
      categories,
      () => undefined,
      decimal,
      () => refused,
    ).map(({ name, month, reasons: [first] }) => [name, month, first]);
  const missing = (amount: string, why: string) => `${amount} that was spent is missing here: ${why}.`;
  const known = theirsOf(files, (file, id) => (file === 0 ? outs[Number.parseInt(id, 10) - 2] : undefined));
  expect(reasonsOf(known)).toEqual([
    [
      "Fun",
      "2026-11",
      missing(
        "$50.00",
        "2 rows wait in review, 1 row is left out, 1 row moved between own accounts, 1 row is in another currency",
      ),
    ],
    [
      "Fun",
      "2026-10",
      missing(
        "$10.00",
        "its rows are in another category here, were changed, or the files do not have all of them",
      ),
    ],
    ["Rent", "2026-11", missing("$20.00", "the files from YNAB have no rows of it in November 2026")],
  ]);
  expect(reasonsOf(known, 1)[1]?.[2]).toBe(missing("$10.00", "1 row was refused"));
  expect(reasonsOf(theirsOf(files))[1]?.[2]).toContain("rows that were not imported");
});
