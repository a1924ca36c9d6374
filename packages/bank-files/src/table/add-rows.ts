import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Day } from "@coffer/domain/time/day";
import type { FileRow } from "../bank-file.ts";
import type { FileBuilder } from "../file-builder.ts";
import { type GridRow, textOf } from "../grid/grid.ts";
import type { Adapt } from "../programs/program.ts";
import { type Cell, isNothing, isNumeric, type Reading, roundCents } from "../text/amount.ts";
import { currencyCode, currencyInAmount } from "../text/currency.ts";
import { isDate } from "../text/date.ts";
import { oneLine, plain } from "../text/plain.ts";
import {
  holdWords,
  isMove,
  isPendingText,
  isYes,
  type RowState,
  referenceOf,
  type SumKind,
  stateOf,
} from "./cell-words.ts";
import { type Money, NEITHER_WAY } from "./choose-money.ts";
import { headerScore } from "./header.ts";
import type { Columns } from "./layout.ts";
import type { Amounts } from "./money.ts";
import { isMoneyColumn, type Profile } from "./profile.ts";
import { type TextPlan, textsOf } from "./texts.ts";

/** An interpreted table: its rows and the meaning of its columns. */
export type UnderstoodTable = {
  body: readonly GridRow[];
  days: readonly Reading<Day>[];
  states: readonly Unbooked[];
  /** Which rows are balances or totals by their text. */
  sums: readonly (SumKind | undefined)[];
  money: Money;
  columns: Columns;
  plan: TextPlan;
  profiles: readonly Profile[];
  /** The file's account number; rows may have others. */
  account: string | null;
  /** The currency in the heading of the amounts; empty without one. */
  currency: string;
  /** By the line of a row: the first line of its split. */
  splits: ReadonlyMap<number, number>;
};

export type CellsByName = (cells: readonly Cell[]) => (column: string) => string;

/** Adds the transactions, and the reason why each other line is not one. */
export function addRows(
  builder: FileBuilder,
  table: UnderstoodTable,
  adapt: Adapt | undefined,
  cellsByName: CellsByName,
): void {
  const { body, days, states, sums, money, columns, plan } = table;
  const { values } = money;
  const last = days.findLastIndex(
    (day, index) => "value" in day && !Number.isNaN(values[index] ?? Number.NaN),
  );
  const released = releasedHolds(body, values, states, money);
  const currencyOf = currencyFinder(body, [columns.amount, columns.out, columns.in]);
  let totals: ReadonlySet<number> | undefined;
  const hasKnownMoves = columns.category !== undefined && hasSeveralAccounts(table);
  for (const [index, { line, cells }] of body.entries()) {
    const value = values[index] ?? Number.NaN;
    const day = days[index] ?? { problem: "" };
    const state = released.has(index) ? "reverted" : states[index];
    const text = () => lineText(cells);
    if (state) {
      builder.leaveOut(line, state, text(), STATES[state]);
      continue;
    }
    if (sums[index] && !money.linked.has(index)) {
      builder.leaveOut(line, "balance", text(), "It is a balance or a total.");
      continue;
    }
    if ("problem" in day || Number.isNaN(value)) {
      totals ??= totalsOf(table);
      leaveUnread(builder, table, index, index > last, totals);
      continue;
    }
    const cell = (column: number | undefined) => (column === undefined ? "" : textOf(cells[column]).trim());
    const { description, notes } = textsOf(plan, cells, value < 0);
    const category = oneLine(cell(columns.category), NAME_MAX);
    const rounded = roundCents(value);
    const row = builder.add(line, {
      date: day,
      amount: { value: rounded, ...(rounded !== value && { exact: value }) },
      description: [description],
      notes: [...notes, cell(columns.notes)],
      reference: referenceOf(cell(columns.reference)),
      currency: table.currency || currencyCode(cell(columns.currency)) || currencyOf(cells),
      category,
      account: cell(columns.account) || table.account,
      transfer: hasKnownMoves && isMove(category),
      text,
    });
    if (!row || !adapt) continue;
    const adapted = adapt(row, cellsByName(cells));
    builder.file.rows.pop();
    if ("why" in adapted) builder.leaveOut(line, adapted.why, text(), adapted.reason);
    else builder.file.rows.push(...[adapted].flat().map((one) => inSplit(one, table.splits)));
  }
}

function inSplit(row: FileRow, splits: UnderstoodTable["splits"]): FileRow {
  const first = splits.get(row.line);
  return first === undefined || row.transfer ? row : { ...row, split: { of: `${first}` } };
}

const STATES = {
  pending: "The bank has not booked it yet.",
  reverted: "It was taken back or refused.",
} as const;

/** The text of a line, to show to people. */
export const lineText = (cells: readonly Cell[]) =>
  oneLine(
    cells
      .map((cell) => textOf(cell).slice(0, 200))
      .filter(Boolean)
      .join(" · "),
    200,
  );

const hasSeveralAccounts = ({ body, columns: { account } }: UnderstoodTable): boolean =>
  account !== undefined && new Set(body.map(({ cells }) => textOf(cells[account]))).size > 1;

/** The rows that are looked at to recognize columns and currencies. */
export const MOVEMENT_ROWS = 3_000;

/** Reads a row's currency from its amount. An ambiguous sign such as "$" is ignored if it is the only one. */
function currencyFinder(body: readonly GridRow[], columns: readonly (number | undefined)[]) {
  const inRow = (cells: readonly Cell[]) =>
    columns.map((column) => currencyInAmount(cells[column ?? -1] ?? "")).find((found) => found !== undefined);
  const codes = new Set(body.slice(0, MOVEMENT_ROWS).map(({ cells }) => inRow(cells)?.code));
  codes.delete(undefined);
  return (cells: readonly Cell[]): string => {
    const found = codes.size === 0 ? undefined : inRow(cells);
    return found && (!found.isShared || codes.size > 1) ? found.code : "";
  };
}

const NO_MONEY: readonly (Profile["role"] | "none")[] = [
  "balance",
  "rate",
  "original",
  "fee",
  "reference",
  "account",
  "other",
  "otherDate",
  "valued",
  "notes",
  "type",
  "text",
];

/** True if another column of amounts has a number, so the wrong column was chosen for this row. */
function hasOtherAmount(cells: readonly Cell[], { profiles, money }: UnderstoodTable): boolean {
  const read = new Set(Object.values(money.columns).flat());
  return profiles.some(
    (profile) =>
      profile.role !== undefined &&
      !NO_MONEY.includes(profile.role) &&
      isMoneyColumn(profile) &&
      profile.dates === 0 &&
      !read.has(profile.index) &&
      /[1-9]/.test(textOf(cells[profile.index])),
  );
}

/** The sums of all rows and of each direction, which a line below them may state without a label. */
function totalsOf({ days, money: { values }, states, sums }: UnderstoodTable): Set<number> {
  let [out, into, count] = [0, 0, 0];
  for (const [index, value] of values.entries()) {
    if (Number.isNaN(value) || !("value" in (days[index] ?? {})) || states[index] || sums[index]) continue;
    count++;
    if (value < 0) out -= value;
    else into += value;
  }
  return count < 2 ? new Set() : new Set([out, into, Math.abs(into - out), out + into]);
}

/** Classifies a line without a day or an amount. */
function leaveUnread(
  builder: FileBuilder,
  table: UnderstoodTable,
  index: number,
  isBelow: boolean,
  totals: ReadonlySet<number>,
): void {
  const { line, cells } = table.body[index] ?? { line: 0, cells: [] };
  const day = table.days[index] ?? { problem: "" };
  const text = lineText(cells);
  const filled = cells.filter((cell) => cell !== "");
  if (headerScore(cells) > 0) builder.leaveOut(line, "header", text);
  else if ("value" in day) {
    const problem = table.money.problemOf(cells);
    if (problem === NEITHER_WAY) builder.leaveOut(line, "other", text, problem);
    else if (problem) builder.cannotRead(line, text, problem);
    else if (hasOtherAmount(cells, table))
      builder.cannotRead(line, text, "Its amount is in a column that is not read. Correct the columns.");
    else builder.leaveOut(line, "zero", text, "It has no amount.");
  } else if (isBelow && totals.has(Math.abs(table.money.values[index] ?? Number.NaN)))
    builder.leaveOut(line, "balance", text, "It is a balance or a total.");
  else if (!table.money.values[index] && (isBelow || filled.length <= 2))
    builder.leaveOut(line, isBelow ? "footer" : filled.length === 1 ? "header" : "other", text);
  else {
    const cell = cells[table.columns.date ?? -1] ?? "";
    builder.cannotRead(line, text, isNothing(cell) ? "Its date is missing." : day.problem);
  }
}

type Rows = {
  preamble: readonly GridRow[];
  body: readonly GridRow[];
  profiles: readonly Profile[];
  plan: TextPlan;
  days: readonly Reading<Day>[];
  /** The column of the booking days. */
  bookedIn: number | undefined;
};

type Unbooked = Exclude<RowState, "done"> | undefined;

/** Names of columns with blocked amounts. */
const BLOCKED =
  /^(?:kwota )?(?:blokad|blokac|pending amount|reserved amount|reserviert|vorgemerkt|montant en attente|importe retenido)/;

/** The state of each row: by a status column, the heading of its section, its text or its booking day. */
export function statesOf(rows: Rows): Unbooked[] {
  const { preamble, body, profiles, plan, days, bookedIn } = rows;
  const columns = profiles.filter(isStateColumn);
  // For words such as "open" in place of the booking day.
  const dayColumns = profiles.filter(({ dates, filled, role }) =>
    role === "booked" || role === "date" ? dates > 0 : dates > filled * 0.5,
  );
  const flags = profiles.flatMap(flagOf);
  const blocked = profiles.filter(({ name }) => BLOCKED.test(plain(name))).map(({ index }) => index);
  const isUnposted = withoutBookingDay(rows, profiles[bookedIn ?? -1]);
  const above = preamble.at(-1)?.cells.filter((cell) => cell !== "") ?? [];
  let section = above.length === 1 ? unbooked(textOf(above[0])) : undefined;
  return body.map(({ cells }, index) => {
    const filled = cells.filter((cell) => cell !== "");
    const [only] = filled;
    if (filled.length === 1 && typeof only === "string" && /\p{L}/u.test(only)) {
      section = unbooked(only);
      return undefined;
    }
    const stated = [...columns, ...dayColumns]
      .map(({ index: column }) => unbooked(textOf(cells[column])))
      .find(Boolean);
    if (stated) return stated;
    const flag = flags.find(({ column, state }) => isYes(textOf(cells[column])) === (state !== "done"));
    if (flag) return flag.state === "reverted" ? "reverted" : "pending";
    if (blocked.some((column) => isNumeric(cells[column] ?? ""))) return "pending";
    const hasDay = days[index] !== undefined && "value" in days[index];
    if (hasDay && isPendingText(textsOf({ ...plan, notes: [] }, cells, true).description)) return "pending";
    if (hasDay && isUnposted(index)) return "pending";
    if (!hasDay) {
      const word = filled.find((cell) => typeof cell === "string" && stateOf(cell) === "pending");
      if (word !== undefined && cells.some((cell) => isNumeric(cell) && !isDate(cell))) return "pending";
    }
    return section;
  });
}

function unbooked(text: string): Unbooked {
  const state = stateOf(text);
  return state === "done" ? undefined : state;
}

function isStateColumn({ role, filled, states, unbooked, distinct }: Profile): boolean {
  if (filled === 0) return false;
  if (role === "status") return states > 0;
  if (role === "payee" || role === "recipient" || role === "sender") return false;
  return unbooked > 0 && states >= filled * 0.9 && (distinct <= 8 || role === "notes");
}

/** A column like "Pending" or "Booked", whose cells say yes or no. */
function flagOf({ index, name, filled, flags }: Profile): { column: number; state: RowState }[] {
  const state = stateOf(name.replace(/^(?:is|ist|est|es)[ _]/i, ""));
  // A column such as "Cleared" says what a person has checked off. Rows that are not are booked all the same.
  const isCheckedOff = /clear|reconcil|final|processed|^ok$/i.test(name);
  return state && filled > 0 && flags === filled && !isCheckedOff ? [{ column: index, state }] : [];
}

/** Rows without a booking day that are newer than the booked ones. */
function withoutBookingDay({ body, days }: Rows, booked: Profile | undefined): (index: number) => boolean {
  if (booked?.role !== "booked") return () => false;
  const isBooked = (index: number) => isDate(body[index]?.cells[booked.index] ?? "");
  const dayOf = (index: number) => (days[index] && "value" in days[index] ? days[index].value : "");
  const bookedDays = [...body.keys()].filter(isBooked).map(dayOf).sort();
  const last = bookedDays.at(-3) ?? bookedDays[0];
  return (index) => last !== undefined && !isBooked(index) && dayOf(index) >= last;
}

/** Finds holds that were released by a row of the same size. Neither row moves money. */
function releasedHolds(
  body: readonly GridRow[],
  values: Amounts,
  states: readonly Unbooked[],
  { countsUnbooked }: Money,
): Set<number> {
  const released = new Set<number>();
  if (!countsUnbooked) return released;
  const isHold = (index: number) =>
    body[index]?.cells.some((cell) => typeof cell === "string" && holdWords(cell) !== "") ?? false;
  for (const [index, state] of states.entries()) {
    const hold = values[index];
    if (state !== "pending" || !hold) continue;
    const found = values.findIndex(
      (value, at) => value === -hold && !states[at] && !released.has(at) && isHold(at),
    );
    if (found >= 0) released.add(found);
  }
  return released;
}
