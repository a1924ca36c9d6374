import { cents, ZERO } from "@coffer/domain/money/money";
import { addDays, type Day } from "@coffer/domain/time/day";
import { type BankFile, FileRefusal, type Format, type Question } from "../bank-file.ts";
import { CUT_OFF, type FileBuilder, startFile } from "../file-builder.ts";
import { type Grid, type GridRow, textOf } from "../grid/grid.ts";
import { type Answers, type Remembered, recall } from "../memory.ts";
import { columnFinder, type Program, programColumns, resolveCategories } from "../programs/program.ts";
import { findProgram } from "../programs/programs.ts";
import { type Cell, isNothing, isNumeric, markOf, roundCents } from "../text/amount.ts";
import { isDate } from "../text/date.ts";
import { plain } from "../text/plain.ts";
import { accountOf, currencyAbove, currencyColumn, currencyInName, currencyOfTable } from "./account.ts";
import { addRows, type CellsByName, lineText, statesOf, type UnderstoodTable } from "./add-rows.ts";
import { type Asking, asker } from "./asking.ts";
import { sumKindOf } from "./cell-words.ts";
import { chooseMoney, type Money } from "./choose-money.ts";
import { dateColumns, decideDates, withBareDays, withYears } from "./dates.ts";
import { decideDecimals } from "./decimals.ts";
import { alignedHeader, findHeader, fittedRows, isMovement, rowsOfOtherLists } from "./header.ts";
import type { Columns, TableLayout } from "./layout.ts";
import { type Amounts, amountsOf, isInHundredths, type Statement } from "./money.ts";
import { type Profile, profilesOf } from "./profile.ts";
import {
  FEW_ROWS,
  isTextDoubtful,
  namedTexts,
  type TextPlan,
  textPlan,
  textsOf,
  withTextAsked,
} from "./texts.ts";

export type TableContext = {
  format: Format;
  latest: Day;
  encoding: string;
  /** The file's name. */
  name: string;
  memory: readonly Remembered[];
  answers: Answers;
  /** The budget's currency, for a file without one. */
  currency: string;
  /** A person's corrections. */
  corrected?: Partial<TableLayout> | undefined;
};

const OTHER_LIST =
  "It belongs to a second list with other columns. Put that list and its column names into a separate file.";
const SAMPLE_ROWS = 8;
/** Sample size for detecting columns. */
const MOVEMENT_ROWS = 3_000;
const TOP_ROWS = 15;

/** Reads a table. Uses the layout that a person corrected for the same account and header before. */
export function readTable(grid: Grid, context: TableContext): BankFile {
  const file = readRows(grid, context);
  if (context.corrected || !file.table) return file;
  const { memoryKey, identity, layout: found } = file.table;
  const { layout } = recall(context.memory, memoryKey, identity, found.header >= 0);
  if (!layout) return file;
  const again = readRows(grid, { ...context, corrected: { ...layout, header: found.header } });
  if (again.table) again.table.remembered = true;
  return again;
}

/** Detects the meaning of the columns and reads the rows. */
function readRows(given: Grid, context: TableContext): BankFile {
  const { corrected, latest, format } = context;
  const builder = startFile(format, latest);
  const { file } = builder;
  file.notices.push(...(given.notices ?? []));
  const withDays = withBareDays(given, latest, corrected?.columns?.date);
  const { grid, question: yearQuestion } = withYears(withDays, {
    name: context.name,
    today: addDays(latest, -366),
    answer: context.answers.year,
  });
  refuseWithoutFacts(grid);
  const program = corrected?.columns ? undefined : findProgram(grid.rows.slice(0, 12));
  const header = corrected?.header ?? program?.at ?? findHeader(grid.rows);
  const others = program ? new Set<GridRow>() : rowsOfOtherLists(grid.rows, header);
  const preamble = grid.rows.slice(0, Math.max(0, header)).filter((row) => !others.has(row));
  const { rows: below, unreadable } = fittedRows(
    program ? undefined : grid.rows[header],
    grid.rows.slice(header + 1).filter((row) => !others.has(row)),
    grid.separator,
  );
  const cut = program && grid.separator !== "" ? cutRow(grid.rows[header], below) : undefined;
  const written = cut ? below.slice(0, -1) : below;
  const { body, splits } = withShared(written, grid.rows[header], program?.program.shared);
  const movements = body.slice(0, MOVEMENT_ROWS).filter(isMovement);
  const names = alignedHeader(grid.rows[header]?.cells ?? [], movements);
  const profiles = profilesOf(movements.length > 0 ? movements : body, names);
  const account = accountOf(preamble, body, profiles);
  const key = [
    format,
    ...(header >= 0 ? names.map((name) => plain(textOf(name))) : [`${profiles.length} columns`]),
  ]
    .join("|")
    .slice(0, 400);
  const identity = account ?? "";
  const known = recall(context.memory, key, identity, header >= 0);
  const ask = asker(file.questions, file.answered, {
    given: context.answers,
    remembered: known.applied,
    offered: known.offered,
  });
  const asking: Asking = (question) => ask({ ...question, examples: examplesOf(question, body, movements) });

  if (yearQuestion) asking(yearQuestion);

  const cellCache = new Map<number, Cell[]>();
  const cellsIn = (column: number) => {
    const known = cellCache.get(column) ?? body.map(({ cells }) => cells[column] ?? "");
    cellCache.set(column, known);
    return known;
  };
  const named = program ? programColumns(program.program, names.map(textOf)) : undefined;
  const dates = corrected?.columns
    ? { date: corrected.columns.date, others: [] }
    : dateColumns(profiles, named?.date, movements);
  const dateOrder = corrected?.dateOrder ?? decideDates(dates, profiles, cellsIn, preamble, latest, asking);
  const decimalMark =
    corrected?.decimalMark ??
    decideDecimals(
      profiles,
      cellsIn,
      grid.rows,
      currencyOfTable(profiles, movements, preamble) || context.currency,
      asking,
    );
  const amountCache = new Map<number, Amounts>();
  const amountsIn = (column: number) => {
    const known =
      amountCache.get(column) ??
      amountsOf(
        cellsIn(column),
        corrected?.decimalMark ?? markOf(cellsIn(column), decimalMark),
        isInHundredths(textOf(names[column])),
      );
    amountCache.set(column, known);
    return known;
  };
  const readDay = (row: GridRow) => {
    const cell = row.cells[dates.date ?? -1] ?? "";
    const first = builder.date(cell, dateOrder);
    if ("value" in first || dates.others.length === 0) return first;
    const other = dates.others
      .map((column) => builder.date(row.cells[column] ?? "", dateOrder))
      .find((one) => "value" in one);
    return other ?? first;
  };
  const days = body.map(readDay);
  const taken = new Set([dates.date, ...dates.others].filter((index) => index !== undefined));
  const isTextAsked = (plan: TextPlan) =>
    header < 0 &&
    (isTextDoubtful(plan, profiles, movements.length) ||
      (context.answers.textColumn ?? known.applied.textColumn) !== undefined);
  const askedPlan = (plan: TextPlan) =>
    isTextAsked(plan) ? withTextAsked(plan, profiles, movements.slice(0, FEW_ROWS), asking) : plan;
  const plan: TextPlan = corrected?.columns
    ? namedTexts(corrected.columns)
    : named?.description
      ? {
          columns: named.description.map((index) => [index]),
          notes: named.notes === undefined ? [] : [named.notes],
        }
      : askedPlan(textPlan(profiles, movements, taken));
  const states =
    program && !program.program.hasStates
      ? body.map(() => undefined)
      : statesOf({ preamble, body, profiles, plan, days, bookedIn: dates.date });
  // A program's `adapt` recognizes balances itself.
  const sums = program?.program.adapt
    ? body.map(() => undefined)
    : sumsOf(
        body,
        plan,
        days.map((day) => "value" in day),
      ).map(
        (kind, index) =>
          kind ?? (header < 0 && isEdgeBalance(body, index) ? ("closing" as const) : undefined),
      );
  const dayOrder = orderOfDays(days);
  const isRow = (index: number) => "value" in (days[index] ?? { problem: "" }) && sums[index] === undefined;
  const money = chooseMoney({
    profiles,
    body,
    cellsIn,
    amountsIn,
    isRow,
    dayOrder,
    states,
    plan,
    preamble,
    name: context.name,
    decimalMark,
    statement: statementOf(preamble, body, sums, amountsIn, decimalMark, profiles),
    named,
    outIs: corrected?.outIs ?? program?.program.outIs,
    corrected: corrected?.columns,
    isHeaderKnown: header >= 0,
    currency: context.currency,
    asking,
    lineOf: (index) => body[index]?.line ?? 0,
  });
  const columns: Columns = {
    ...named,
    ...money.columns,
    ...(dates.date !== undefined && { date: dates.date }),
    ...(dates.others[0] !== undefined && { otherDate: dates.others[0] }),
    ...otherColumns(profiles, named, body.length, money),
    ...(plan.columns[0] && { description: [...plan.columns[0]] }),
    ...corrected?.columns,
  };
  const layout: TableLayout = {
    encoding: context.encoding,
    separator: grid.separator,
    header,
    columns,
    dateOrder,
    decimalMark,
    outIs: money.outIs,
  };

  file.account = account;
  file.program = program?.program.name ?? null;
  file.proved = money.proof;
  if (cut) builder.cannotRead(cut.line, lineText(cut.cells), CUT_OFF);
  for (const { line, reason } of [...grid.unreadable, ...unreadable]) builder.cannotRead(line, "", reason);
  for (const row of others)
    if (isMovement(row)) builder.cannotRead(row.line, lineText(row.cells), OTHER_LIST);
  for (const { line, cells } of preamble) builder.leaveOut(line, "header", lineText(cells));
  const nameRow = grid.rows[header];
  if (nameRow) builder.leaveOut(nameRow.line, "header", lineText(nameRow.cells));
  const cellOf = cellFinder(names.map(textOf));

  const readOwnRows = program?.program.readRows;
  if (readOwnRows) {
    const amount = (text: string) => builder.amount(text, decimalMark);
    readOwnRows({
      builder,
      body,
      names: names.map(textOf),
      asking,
      amount,
      date: (text) => builder.date(text, dateOrder),
    });
    file.currency = soleCurrency(file) ?? null;
  } else if (program?.program.plans)
    readPlans(builder, body, columns, program.program.plans, cellOf, decimalMark, dateOrder, context.name);
  else {
    const currency = currencyInName(textOf(names[columns.amount ?? columns.out ?? columns.in ?? -1]));
    const adapt = program?.program.adapt?.((column) => body.map(({ cells }) => cellOf(cells)(column)));
    const table = { body, days, states, sums, money, columns, plan, profiles, account, currency, splits };
    addRows(builder, table, adapt, cellOf);
    file.currency = soleCurrency(file) ?? (currency || currencyAbove(preamble) || null);
    file.balances = statedBalances(file, body, money, columns, amountsIn, days);
  }
  if (program || columns.category !== undefined) resolveCategories(file);
  if (
    !readOwnRows &&
    (columns.date === undefined || (columns.amount ?? columns.out ?? columns.in) === undefined)
  ) {
    if (program?.program.plans === undefined) askForColumns(asking);
  }
  askForNames(file, asking);
  const width = Math.max(names.length, ...body.slice(0, 50).map(({ cells }) => cells.length));
  file.table = {
    layout,
    header: Array.from({ length: width }, (_, index) => textOf(names[index]).trim() || `Column ${index + 1}`),
    sample: body.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => textOf(cell).slice(0, 200))),
    top: grid.rows
      .slice(0, TOP_ROWS)
      .map(({ cells }) => cells.map(textOf).filter(Boolean).join(", ").slice(0, 60)),
    memoryKey: key,
    identity,
    remembered: false,
  };
  return file;
}

/** The last row, if it has fewer cells than all others. Programs write complete rows, so the file was cut off. */
function cutRow(header: GridRow | undefined, rows: readonly GridRow[]): GridRow | undefined {
  const last = rows.at(-1);
  const others = rows.length > 1 ? rows.slice(0, -1) : header ? [header] : [];
  const least = others.reduce((min, { cells }) => Math.min(min, cells.length), Number.POSITIVE_INFINITY);
  return last && others.length > 0 && last.cells.length < least ? last : undefined;
}

/** Fills the cells that the rows of a split have from its first row. Also returns the line of that row. */
function withShared(rows: readonly GridRow[], header: GridRow | undefined, shared: readonly string[] = []) {
  const splits = new Map<number, number>();
  if (shared.length === 0 || !header) return { body: rows, splits };
  const indexOf = columnFinder(header.cells.map(textOf));
  const columns = shared.map(indexOf);
  let first: GridRow | undefined;
  const body = rows.map((row) => {
    const isFirst = columns.some((column) => textOf(row.cells[column]) !== "");
    if (isFirst) first = row;
    if (isFirst || !first) return row;
    splits.set(row.line, first.line);
    const cells = [...row.cells];
    for (const column of columns) cells[column] = first.cells[column] ?? "";
    return { ...row, cells };
  });
  return { body, splits };
}

const EXAMPLES = 3;

/** The rows that the question is about, or the first transactions. */
function examplesOf({ lines }: Question, body: readonly GridRow[], movements: readonly GridRow[]) {
  const asked = lines.slice(0, EXAMPLES);
  const rows = asked.length > 0 ? body.filter(({ line }) => asked.includes(line)) : movements;
  return rows.slice(0, EXAMPLES).map(({ line, cells }) => ({ line, text: lineText(cells) }));
}

const cellFinder = (names: readonly string[]) => {
  const indexOf = columnFinder(names);
  return (cells: readonly Cell[]) => (column: string) => textOf(cells[indexOf(column)]).trim();
};

/** The direction in which most of the days are sorted. */
function orderOfDays(days: readonly ReturnType<FileBuilder["date"]>[]): 1 | -1 | 0 {
  let [last, steps] = ["", 0];
  for (const day of days) {
    if (!("value" in day)) continue;
    if (last !== "") steps += Math.sign(day.value > last ? 1 : day.value < last ? -1 : 0);
    last = day.value;
  }
  return steps > 0 ? 1 : steps < 0 ? -1 : 0;
}

type SumKind = ReturnType<typeof sumKindOf>;

/** Recognizes balances and totals by their text. */
function sumsOf(body: readonly GridRow[], plan: TextPlan, hasDay: readonly boolean[]): SumKind[] {
  return body.map(({ cells }, index) => {
    const kind = sumKindOf(textsOf({ ...plan, notes: [] }, cells, true).description);
    const first = cells.find((cell) => cell !== "");
    const byFirst = typeof first === "string" && !isDate(first) ? sumKindOf(first) : undefined;
    if (kind || byFirst || hasDay[index]) return kind ?? byFirst;
    return cells
      .map((cell) =>
        typeof cell === "string" && cell !== "" && !isNumeric(cell) ? sumKindOf(cell) : undefined,
      )
      .find(Boolean);
  });
}

/**
 * True for a first or last row without most of the cells that all others have. In files without column names, as of
 * French banks, it is the account's balance, even with a date and an amount.
 */
function isEdgeBalance(body: readonly GridRow[], index: number): boolean {
  if (body.length < 4 || (index !== 0 && index !== body.length - 1)) return false;
  const others = body.filter((_, at) => at !== index).slice(0, 200);
  const [first] = others;
  const common = (first?.cells ?? []).flatMap((_, column) =>
    others.every(({ cells }) => (cells[column] ?? "") !== "") ? [column] : [],
  );
  const missing = common.filter((column) => (body[index]?.cells[column] ?? "") === "");
  return missing.length >= 3 && missing.length * 2 >= common.length;
}

/** Opening and closing balances and totals above, in and below the table. */
function statementOf(
  preamble: readonly GridRow[],
  body: readonly GridRow[],
  sums: readonly SumKind[],
  amountsIn: (column: number) => Amounts,
  mark: TableLayout["decimalMark"],
  profiles: readonly Profile[],
): Statement {
  let [opening, closing]: (number | undefined)[] = [];
  const totals: number[] = [];
  const take = (kind: SumKind, values: readonly number[]) => {
    const [first] = values;
    if (first === undefined) return;
    if (kind === "opening") opening ??= first;
    else if (kind === "closing") closing = first;
    totals.push(...values);
  };
  const numbersIn = (cells: readonly Cell[]) =>
    [
      ...amountsOf(
        cells.map((cell) => (isDate(cell) && typeof cell === "string" ? "" : cell)),
        mark,
      ),
    ].filter((value) => !Number.isNaN(value));
  for (const { cells } of preamble) {
    const kind = cells
      .map((cell) => (typeof cell === "string" ? sumKindOf(cell.split(":", 1)[0] ?? "") : undefined))
      .find(Boolean);
    if (kind) take(kind, numbersIn(cells));
  }
  const moneyColumns = profiles.filter(({ numbers, filled, dates }) => numbers > filled * 0.8 && dates === 0);
  for (const [index, kind] of sums.entries()) {
    if (!kind) continue;
    const inColumns = moneyColumns
      .map(({ index: column }) => amountsIn(column)[index] ?? Number.NaN)
      .filter((value) => !Number.isNaN(value));
    take(kind, inColumns.length > 0 ? inColumns : numbersIn(body[index]?.cells ?? []));
  }
  return { opening, closing, totals };
}

function otherColumns(
  profiles: readonly Profile[],
  named: Columns | undefined,
  rows: number,
  money: Money,
): Columns {
  const byRole = (role: Profile["role"], is: (profile: Profile) => boolean = () => true) =>
    profiles.find((profile) => profile.role === role && profile.filled > 0 && is(profile))?.index;
  const reference = byRole(
    "reference",
    ({ filled, distinct }) => filled >= rows * 0.3 && distinct >= Math.min(filled, 500) * 0.9,
  );
  const category = byRole("category", ({ letters, filled }) => letters >= filled * 0.7);
  const account = byRole("account", ({ distinct }) => distinct > 1);
  const currency = currencyColumn(money.columns.amount ?? money.columns.out ?? money.columns.in, profiles);
  return {
    ...(reference !== undefined && { reference }),
    ...(category !== undefined && { category }),
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
    ...(named?.category !== undefined && { category: named.category }),
    ...(named?.currency !== undefined && { currency: named.currency }),
  };
}

function soleCurrency({ rows }: BankFile): string | undefined {
  const currencies = new Set(rows.map(({ currency }) => currency));
  const [only] = currencies;
  return currencies.size === 1 && only ? only : undefined;
}

/** The balance after each month and at the end, if a running balance is proved. */
function statedBalances(
  file: BankFile,
  body: readonly GridRow[],
  money: Money,
  columns: Columns,
  amountsIn: (column: number) => Amounts,
  days: UnderstoodTable["days"],
): BankFile["balances"] {
  if (
    money.balance === undefined ||
    money.isBefore ||
    file.proved !== "balance" ||
    columns.account !== undefined
  )
    return [];
  const balances = amountsIn(money.balance);
  const byMonth = new Map<string, { date: Day; amount: number }>();
  const order = [...body.keys()];
  if (!money.isRising) order.reverse();
  for (const index of order) {
    const day = days[index];
    const amount = balances[index] ?? Number.NaN;
    if (day && "value" in day && !Number.isNaN(amount))
      byMonth.set(day.value.slice(0, 7), { date: day.value, amount: roundCents(amount) * money.balanceSign });
  }
  return [...byMonth.values()];
}

function readPlans(
  builder: FileBuilder,
  body: readonly GridRow[],
  columns: Columns,
  { categoryOf, monthOf, kept }: NonNullable<Program["plans"]>,
  cellOf: CellsByName,
  mark: TableLayout["decimalMark"],
  order: TableLayout["dateOrder"],
  fileName: string,
): void {
  for (const { line, cells } of body) {
    const cell = cellOf(cells);
    const category = categoryOf(cell);
    const text = lineText(cells);
    if (typeof category === "object") {
      builder.leaveOut(line, category.why, text, category.reason);
      continue;
    }
    const amounts = [
      cells[columns.amount ?? -1],
      ...(kept ? [cell(kept.activity), cell(kept.available)] : []),
    ]
      // Programs leave the cell empty if nothing was planned.
      .map((one = "") => (isNothing(one) ? { value: 0 } : builder.amount(one, mark)));
    const monthText = columns.date === undefined ? fileName : textOf(cells[columns.date]);
    const month = monthOf(monthText, (text) => builder.date(text, order));
    const problem = [...amounts, month].find((one) => "problem" in one)?.problem;
    if (problem !== undefined) builder.cannotRead(line, text, problem);
    if (problem !== undefined || "problem" in month || !category) continue;
    const [projected = ZERO, activity = ZERO, available = ZERO] = amounts.map((one) =>
      "value" in one ? cents(one.value) : ZERO,
    );
    if (kept) builder.addPlan({ category, month: month.value, projected, kept: { activity, available } });
    else if (projected < 0) builder.leaveOut(line, "other", text, "It takes money out of a category again.");
    else if (projected > 0) builder.addPlan({ category, month: month.value, projected });
  }
}

/** Refuses a file without numbers or without columns. */
function refuseWithoutFacts({ rows }: Grid): void {
  const first = rows.slice(0, 2_000);
  const hasFacts = first.some(({ cells }) => cells.some(isNumeric));
  if (!hasFacts || first.every(({ cells }) => cells.length < 2))
    throw new FileRefusal(
      "This file has no columns with dates and amounts, so there are no transactions in it.",
    );
}

function askForColumns(asking: Asking): void {
  asking({
    id: "amount",
    text: "Which columns have the date and the amount? The file does not name them.",
    options: [],
    proposed: null,
    lines: [],
  });
}

/** Asks before rows without any text are imported as "No description". */
function askForNames(file: BankFile, asking: Asking): void {
  const nameless = file.rows.filter(({ description }) => description === "");
  if (nameless.length === 0) return;
  const all = nameless.length === file.rows.length;
  const [first] = nameless;
  const answer = asking({
    id: "description",
    text: `${all ? "No row of this file has" : `${nameless.length} rows have no`} text${all ? "" : ""} that says who was paid${first ? ` (line ${first.line}, ${first.date})` : ""}. Import them as “No description”?`,
    options: [
      { value: "import", text: "Yes, import them as “No description”" },
      { value: "leave", text: "No, leave them out" },
    ],
    proposed: all ? null : "import",
    lines: nameless.map(({ line }) => line),
  });
  if (answer === "leave") {
    file.rows = file.rows.filter(({ description }) => description !== "");
    for (const { line } of nameless)
      file.leftOut.push({ line, why: "other", text: "", reason: "It has no text." });
  } else for (const row of nameless) row.description = "No description";
}
