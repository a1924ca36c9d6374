import { cents, ZERO } from "@coffer/domain/money/money";
import { addDays, type Day } from "@coffer/domain/time/day";
import { type BankFile, FileRefusal, type Format, type Question } from "../bank-file.ts";
import { CUT_OFF, type FileBuilder, startFile } from "../file-builder.ts";
import { type Grid, type GridRow, textOf } from "../grid/grid.ts";
import { type Answers, type Remembered, recall } from "../memory.ts";
import { columnFinder, type Program, programColumns, resolveCategories } from "../programs/program.ts";
import { findProgram } from "../programs/programs.ts";
import { type Cell, isNothing, isNumeric, markOf, roundCents } from "../text/amount.ts";
import { type DateOrder, isDate } from "../text/date.ts";
import { plain } from "../text/plain.ts";
import { accountOf, currencyAbove, currencyColumn, currencyInName, currencyOfTable } from "./account.ts";
import {
  addRows,
  type CellsByName,
  lineText,
  MOVEMENT_ROWS,
  statesOf,
  type UnderstoodTable,
} from "./add-rows.ts";
import { type Asking, asker } from "./asking.ts";
import { sumKindOf } from "./cell-words.ts";
import { chooseMoney, type Money } from "./choose-money.ts";
import { type DateColumns, dateColumns, decideDates, withBareDays, withYears } from "./dates.ts";
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
  const { corrected, latest } = context;
  const builder = startFile(context.format, latest);
  const { file } = builder;
  file.notices.push(...(given.notices ?? []));
  const { grid, question: yearQuestion } = withWholeDays(given, context);
  refuseWithoutFacts(grid);
  const parts = partsOf(grid, context);
  const { program, header, preamble, body, movements, names, profiles } = parts;
  const account = accountOf(preamble, body, profiles);
  const memory = memoryOf(parts, context, account ?? "");
  const ask = asker(file.questions, file.answered, {
    given: context.answers,
    remembered: memory.known.applied,
    offered: memory.known.offered,
  });
  const asking: Asking = (question) => ask({ ...question, examples: examplesOf(question, body, movements) });
  if (yearQuestion) asking(yearQuestion);

  const cellsIn = columnCache((column) => body.map(({ cells }) => cells[column] ?? ""));
  const named = program && programColumns(program, names.map(textOf));
  const dates = corrected?.columns
    ? { date: corrected.columns.date, others: [] }
    : dateColumns(profiles, named?.date, movements);
  const dateOrder = corrected?.dateOrder ?? decideDates(dates, profiles, cellsIn, preamble, latest, asking);
  const statedCurrency = currencyOfTable(profiles, movements, preamble) || context.currency;
  const decimalMark =
    corrected?.decimalMark ?? decideDecimals(profiles, cellsIn, grid.rows, statedCurrency, asking);
  const amountsIn = columnCache((column) =>
    amountsOf(
      cellsIn(column),
      corrected?.decimalMark ?? markOf(cellsIn(column), decimalMark),
      isInHundredths(textOf(names[column])),
    ),
  );
  const days = body.map((row) => readDay(builder, row, dates, dateOrder));
  const wasTextAsked = (context.answers.textColumn ?? memory.known.applied.textColumn) !== undefined;
  const plan = corrected?.columns
    ? namedTexts(corrected.columns)
    : planOf(parts, named, dates, wasTextAsked, asking);
  const states =
    program && !program.hasStates
      ? body.map(() => undefined)
      : statesOf({ preamble, body, profiles, plan, days, bookedIn: dates.date });
  const sums = sumsOf(parts, plan, days);
  const money = chooseMoney({
    profiles,
    body,
    cellsIn,
    amountsIn,
    isRow: (index) => "value" in (days[index] ?? { problem: "" }) && sums[index] === undefined,
    dayOrder: orderOfDays(days),
    states,
    plan,
    preamble,
    name: context.name,
    decimalMark,
    statement: statementOf(preamble, body, sums, amountsIn, decimalMark, profiles),
    named,
    outIs: corrected?.outIs ?? program?.outIs,
    corrected: corrected?.columns,
    isHeaderKnown: header >= 0,
    currency: context.currency,
    asking,
    lineOf: (index) => body[index]?.line ?? 0,
  });
  const found = columnsOf(parts, named, dates, plan, money);
  const columns = { ...found, ...corrected?.columns };
  const { encoding } = context;
  const { separator } = grid;
  const layout = { encoding, separator, header, columns, dateOrder, decimalMark, outIs: money.outIs };

  file.account = account;
  file.program = program?.name ?? null;
  file.proved = money.proof;
  leaveOutOthers(builder, parts);
  addContent(
    builder,
    parts,
    { days, states, sums, money, plan, account, layout, asking, amountsIn },
    context,
  );
  askForNames(file, asking);
  file.table = { layout, ...shownParts(parts), ...memory.place, remembered: false };
  return file;
}

function withWholeDays(grid: Grid, { latest, corrected, name, answers }: TableContext) {
  const withDays = withBareDays(grid, latest, corrected?.columns?.date);
  return withYears(withDays, { name, today: addDays(latest, -366), answer: answers.year });
}

type TableParts = ReturnType<typeof partsOf>;

/** Separates the header, the lines above it, the rows and what cannot be read. */
function partsOf(grid: Grid, { corrected }: TableContext) {
  const found = corrected?.columns ? undefined : findProgram(grid.rows.slice(0, 12));
  const program = found?.program;
  const header = corrected?.header ?? found?.at ?? findHeader(grid.rows);
  const nameRow = grid.rows[header];
  const others = program ? new Set<GridRow>() : rowsOfOtherLists(grid.rows, header);
  const preamble = grid.rows.slice(0, Math.max(0, header)).filter((row) => !others.has(row));
  const below = grid.rows.slice(header + 1).filter((row) => !others.has(row));
  const fitted = fittedRows(program ? undefined : nameRow, below, grid.separator);
  const cut = program && grid.separator !== "" ? cutRow(nameRow, fitted.rows) : undefined;
  const whole = cut ? fitted.rows.slice(0, -1) : fitted.rows;
  const { body, splits } = withShared(whole, nameRow, program?.shared);
  const movements = body.slice(0, MOVEMENT_ROWS).filter(isMovement);
  const names = alignedHeader(nameRow?.cells ?? [], movements);
  const profiles = profilesOf(movements.length > 0 ? movements : body, names);
  const unreadable = [...grid.unreadable, ...fitted.unreadable];
  const { rows } = grid;
  const lines = { rows, nameRow, preamble, others, unreadable, cut };
  return { ...lines, program, header, body, splits, movements, names, profiles };
}

/** What is remembered for tables of the same header and account. */
function memoryOf({ header, names, profiles }: TableParts, context: TableContext, identity: string) {
  const columnNames = header >= 0 ? names.map((name) => plain(textOf(name))) : [`${profiles.length} columns`];
  const memoryKey = [context.format, ...columnNames].join("|").slice(0, 400);
  return {
    place: { memoryKey, identity },
    known: recall(context.memory, memoryKey, identity, header >= 0),
  };
}

function columnCache<T>(read: (column: number) => T): (column: number) => T {
  const cache = new Map<number, T>();
  return (column) => {
    const value = cache.get(column) ?? read(column);
    cache.set(column, value);
    return value;
  };
}

function readDay(builder: FileBuilder, { cells }: GridRow, dates: DateColumns, order: DateOrder) {
  const first = builder.date(cells[dates.date ?? -1] ?? "", order);
  if ("value" in first) return first;
  const others = dates.others.map((column) => builder.date(cells[column] ?? "", order));
  return others.find((one) => "value" in one) ?? first;
}

function planOf(
  { header, profiles, movements }: TableParts,
  named: Columns | undefined,
  dates: DateColumns,
  wasAsked: boolean,
  asking: Asking,
): TextPlan {
  if (named?.description)
    return {
      columns: named.description.map((index) => [index]),
      notes: named.notes === undefined ? [] : [named.notes],
    };
  const taken = new Set([dates.date, ...dates.others].filter((index) => index !== undefined));
  const plan = textPlan(profiles, movements, taken);
  const isAsked = header < 0 && (isTextDoubtful(plan, profiles, movements.length) || wasAsked);
  return isAsked ? withTextAsked(plan, profiles, movements.slice(0, FEW_ROWS), asking) : plan;
}

/** Notes the lines that are not rows of the table. */
function leaveOutOthers(builder: FileBuilder, { cut, unreadable, others, preamble, nameRow }: TableParts) {
  if (cut) builder.cannotRead(cut.line, lineText(cut.cells), CUT_OFF);
  for (const { line, reason } of unreadable) builder.cannotRead(line, "", reason);
  for (const row of others)
    if (isMovement(row)) builder.cannotRead(row.line, lineText(row.cells), OTHER_LIST);
  for (const { line, cells } of [...preamble, ...(nameRow ? [nameRow] : [])])
    builder.leaveOut(line, "header", lineText(cells));
}

/** Adds the transactions or plans, and the currency and balances. */
function addContent(
  builder: FileBuilder,
  { program, body, names, preamble, profiles, splits }: TableParts,
  {
    layout,
    asking,
    amountsIn,
    ...understood
  }: Omit<UnderstoodTable, "body" | "columns" | "profiles" | "currency" | "splits"> & {
    layout: TableLayout;
    asking: Asking;
    amountsIn: (column: number) => Amounts;
  },
  { name }: TableContext,
): void {
  const { file } = builder;
  const { columns, decimalMark, dateOrder } = layout;
  const cellOf = cellFinder(names.map(textOf));
  const moneyColumn = columns.amount ?? columns.out ?? columns.in;
  if (program?.readRows) {
    program.readRows({
      builder,
      body,
      names: names.map(textOf),
      asking,
      amount: (text) => builder.amount(text, decimalMark),
      date: (text) => builder.date(text, dateOrder),
    });
    file.currency = soleCurrency(file) ?? null;
  } else if (program?.plans)
    readPlans(builder, body, columns, program.plans, cellOf, decimalMark, dateOrder, name);
  else {
    const currency = currencyInName(textOf(names[moneyColumn ?? -1]));
    const adapt = program?.adapt?.((column) => body.map(({ cells }) => cellOf(cells)(column)));
    addRows(builder, { ...understood, body, columns, profiles, currency, splits }, adapt, cellOf);
    file.currency = soleCurrency(file) ?? (currency || currencyAbove(preamble) || null);
    file.balances = statedBalances(file, body, understood.money, columns, amountsIn, understood.days);
    if (columns.date === undefined || moneyColumn === undefined) askForColumns(asking);
  }
  if (program || columns.category !== undefined) resolveCategories(file);
}

/** What a person sees of the table to correct its layout. */
function shownParts({ rows, names, body }: TableParts) {
  const width = Math.max(names.length, ...body.slice(0, 50).map(({ cells }) => cells.length));
  return {
    header: Array.from({ length: width }, (_, index) => textOf(names[index]).trim() || `Column ${index + 1}`),
    sample: body.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.map((cell) => textOf(cell).slice(0, 200))),
    top: rows
      .slice(0, TOP_ROWS)
      .map(({ cells }) => cells.map(textOf).filter(Boolean).join(", ").slice(0, 60)),
  };
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

/** Recognizes balances and totals by their text. A program's `adapt` recognizes them itself. */
function sumsOf(
  { program, header, body }: TableParts,
  plan: TextPlan,
  days: UnderstoodTable["days"],
): SumKind[] {
  if (program?.adapt) return body.map(() => undefined);
  return body.map(({ cells }, index) => {
    const kind = sumKindOf(textsOf({ ...plan, notes: [] }, cells, true).description);
    const first = cells.find((cell) => cell !== "");
    const byFirst = typeof first === "string" && !isDate(first) ? sumKindOf(first) : undefined;
    const found = kind ?? byFirst ?? ("value" in (days[index] ?? {}) ? undefined : sumKindIn(cells));
    return found ?? (header < 0 && isEdgeBalance(body, index) ? "closing" : undefined);
  });
}

const sumKindIn = (cells: readonly Cell[]): SumKind =>
  cells
    .map((cell) =>
      typeof cell === "string" && cell !== "" && !isNumeric(cell) ? sumKindOf(cell) : undefined,
    )
    .find(Boolean);

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

function columnsOf(
  { profiles, body: { length: rows } }: TableParts,
  named: Columns | undefined,
  { date, others: [otherDate] }: DateColumns,
  { columns: [description] }: TextPlan,
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
    ...named,
    ...money.columns,
    ...(date !== undefined && { date }),
    ...(otherDate !== undefined && { otherDate }),
    ...(reference !== undefined && { reference }),
    ...(category !== undefined && { category }),
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
    ...(named?.category !== undefined && { category: named.category }),
    ...(named?.currency !== undefined && { currency: named.currency }),
    ...(description && { description: [...description] }),
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
