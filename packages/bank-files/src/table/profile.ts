import { type GridRow, textOf } from "../grid/grid.ts";
import { type Cell, isNothing, isNumeric } from "../text/amount.ts";
import { isCurrency } from "../text/currency.ts";
import { isDate } from "../text/date.ts";
import { directionOf, isYes, stateOf } from "./cell-words.ts";
import { type Role, roleOfName } from "./column-names.ts";

/** Facts about a column that decide its role. Empty cells are not counted. */
export type Profile = {
  index: number;
  name: string;
  role: Role | undefined;
  isExact: boolean;
  filled: number;
  dates: number;
  numbers: number;
  /** Numbers with a decimal mark, a sign or a currency. */
  amounts: number;
  /** Digits that are too long for an amount, or that begin with a zero. */
  ids: number;
  letters: number;
  /** Cells with more letters than digits. */
  words: number;
  outs: number;
  ins: number;
  neither: number;
  currencies: number;
  states: number;
  /** Cells with yes or no. */
  flags: number;
  /** Cells that mark a row that is not booked or was reverted. */
  unbooked: number;
  distinct: number;
  /** The average number of characters in a cell. */
  length: number;
};

export const SAMPLE_ROWS = 1_500;
export function profilesOf(rows: readonly GridRow[], header: readonly Cell[]): Profile[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  let width = header.length;
  for (const { cells } of sample) width = Math.max(width, cells.length);
  return Array.from({ length: width }, (_, index) => profileOf(sample, index, textOf(header[index]).trim()));
}

function profileOf(rows: readonly GridRow[], index: number, name: string): Profile {
  const named = roleOfName(name);
  const profile: Profile = {
    index,
    name,
    role: named?.role,
    isExact: named?.isExact ?? false,
    ...{
      filled: 0,
      dates: 0,
      numbers: 0,
      amounts: 0,
      ids: 0,
      letters: 0,
      words: 0,
      outs: 0,
      ins: 0,
      neither: 0,
    },
    ...{ currencies: 0, states: 0, flags: 0, unbooked: 0, distinct: 0, length: 0 },
  };
  const distinct = new Set<Cell>();
  let length = 0;
  let minus = 0;
  for (const { cells } of rows) {
    const cell = cells[index] ?? "";
    if (typeof cell === "string" && /^[-−–]$/.test(cell)) minus++;
    if (cell === "" || isNothing(cell)) continue;
    profile.filled++;
    if (distinct.size < 500) distinct.add(cell);
    if (isDate(cell)) profile.dates++;
    if (isNumeric(cell)) {
      profile.numbers++;
      if (typeof cell === "number" || /[^\d]/.test(cell)) profile.amounts++;
      else if (cell.length > 9 || /^0\d/.test(cell)) profile.ids++;
    }
    if (isYes(textOf(cell)) !== undefined) profile.flags++;
    if (typeof cell === "number") continue;
    length += cell.length;
    if (/\p{L}{2}/u.test(cell)) profile.letters++;
    if (isWords(cell)) profile.words++;
    const direction = directionOf(cell);
    if (direction === "out") profile.outs++;
    if (direction === "in") profile.ins++;
    if (direction === "neither") profile.neither++;
    if (isCurrency(cell)) profile.currencies++;
    const state = stateOf(cell);
    if (state) profile.states++;
    if (state === "pending" || state === "reverted") profile.unbooked++;
  }
  // Among plus signs a minus is a direction; elsewhere it means an empty cell.
  if (minus > 0 && profile.ins === profile.filled && (profile.ins > 0 || profile.role === "direction")) {
    profile.filled += minus;
    profile.outs += minus;
  }
  profile.distinct = distinct.size;
  profile.length = profile.filled === 0 ? 0 : length / profile.filled;
  return profile;
}

function isWords(cell: string): boolean {
  const letters = cell.match(/\p{L}/gu)?.length ?? 0;
  const digits = cell.match(/\d/g)?.length ?? 0;
  return letters >= 2 && letters > digits;
}

export const isDateColumn = ({ filled, dates }: Profile): boolean => dates > 0 && dates >= filled * 0.75;

/** True if most cells are numbers, and few of them are account numbers or the like. */
export const isMoneyColumn = (profile: Profile): boolean => {
  const { filled, numbers, ids } = profile;
  return filled > 0 && numbers >= filled * 0.85 && ids < filled * 0.5;
};
