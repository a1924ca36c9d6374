import type { Grid, GridRow } from "../grid/grid.ts";
import { type Cell, isNumeric } from "../text/amount.ts";
import { isDate } from "../text/date.ts";
import { plain } from "../text/plain.ts";
import { type Role, roleOfName } from "./column-names.ts";

const HEADER_ROWS = 150;
const DATES: readonly Role[] = ["booked", "date", "valued"];
const MONEY: readonly Role[] = ["amount", "spent", "net", "gross", "out", "in"];

/** True for a row with a date and an amount. */
export const isMovement = ({ cells }: GridRow): boolean =>
  cells.some(isDate) && cells.some((cell) => isNumeric(cell) && !isDate(cell));

/** The index of the row with the column names; -1 without one. */
export function findHeader(rows: readonly GridRow[]): number {
  const first = rows.slice(0, HEADER_ROWS);
  const scores = first.map(({ cells }) => headerScore(cells));
  const best = Math.max(0, ...scores);
  const named = scores.indexOf(best);
  if (
    best > 0 &&
    rows.slice(named + 1, named + 40).some(({ cells }) => cells.some(isDate) || cells.some(isNumeric))
  )
    return named;
  // Without known names, the row above the first transaction may still be the header.
  const data = first.findIndex(isMovement);
  const above = rows[data - 1];
  const width = rows[data]?.cells.filter((cell) => cell !== "").length ?? 0;
  return above && isTitles(above.cells, width) ? data - 1 : -1;
}

const namesIn = (cells: readonly Cell[]) => plain(cells.join(" "));

/** Rows of other lists in the file, such as a card's, which have their own column names. */
export function rowsOfOtherLists(rows: readonly GridRow[], header: number): Set<GridRow> {
  const own = namesIn(rows[header]?.cells ?? []);
  const lists: GridRow[][] = [[]];
  let isOther = false;
  for (const row of header < 0 ? [] : rows) {
    if (headerScore(row.cells) > 0) {
      isOther = namesIn(row.cells) !== own;
      lists.push([]);
    } else if (isOther) lists.at(-1)?.push(row);
  }
  // A single row may be a sum.
  return new Set(lists.filter((list) => list.filter(isMovement).length > 1).flat());
}

function isTitles(cells: readonly Cell[], width: number): boolean {
  const filled = cells.filter((cell) => cell !== "");
  const isText = filled.every(
    (cell) => typeof cell === "string" && cell.length < 60 && !isNumeric(cell) && !isDate(cell),
  );
  return isText && filled.length >= Math.max(2, width * 0.6) && new Set(filled).size === filled.length;
}

/** More than 0 if the cells name a date and an amount, or one of them and several other columns. */
export function headerScore(cells: readonly Cell[]): number {
  const roles = new Set<Role>();
  let facts = 0;
  for (const cell of cells) {
    if (typeof cell === "number" || isDate(cell) || isNumeric(cell)) facts++;
    else if (cell !== "") {
      const named = roleOfName(cell);
      if (named) roles.add(named.role);
    }
  }
  const hasDate = DATES.some((role) => roles.has(role));
  const hasMoney = MONEY.some((role) => roles.has(role));
  const isHeader = hasDate && hasMoney ? roles.size >= 2 : (hasDate || hasMoney) && roles.size >= 3;
  return isHeader ? Math.max(0, roles.size + (hasDate ? 2 : 0) + (hasMoney ? 2 : 0) - facts * 2) : 0;
}

/**
 * Some banks' rows have fewer cells than the header has names. Removes the names that fit the cells worst, so that
 * dates, amounts and texts are below their names.
 */
export function alignedHeader(header: readonly Cell[], rows: readonly GridRow[]): Cell[] {
  const sample = rows.slice(0, 200);
  const widths = new Map<number, number>();
  for (const { cells } of sample) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  const [width = 0, count = 0] = [...widths].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  const missing = header.length - width;
  if (missing <= 0 || missing > 4 || count < sample.length * 0.6) return [...header];
  const before = fitOf(header, sample);
  let best = { fit: before + 0.5, header: [...header] };
  for (let from = 1; from + missing < header.length; from++) {
    const moved = [...header.slice(0, from), ...header.slice(from + missing)];
    const fit = fitOf(moved, sample);
    if (fit > best.fit) best = { fit, header: moved };
  }
  return best.header;
}

const UNQUOTED =
  "It has more cells than the header. A text or an amount that contains the separator needs quotation marks.";
const SPLIT_MONEY: readonly Role[] = [...MONEY, "balance", "fee", "original"];

/**
 * Handles rows with more cells than the header, in which a text or an amount contains the separator but has no
 * quotation marks. Joins split amounts if the row then fits the header; other rows cannot be read.
 */
export function fittedRows(
  header: GridRow | undefined,
  rows: GridRow[],
  separator: Grid["separator"],
): { rows: GridRow[]; unreadable: Grid["unreadable"] } {
  const width = header?.cells.length ?? 0;
  const filled = ({ cells }: GridRow) => cells.findLastIndex((cell) => cell !== "") + 1;
  const isWide = (row: GridRow) => filled(row) > width && isMovement(row);
  const wide = header && separator !== "" ? rows.filter(isWide) : [];
  if (!header || wide.length === 0) return { rows, unreadable: [] };
  const joined = new Map(
    wide.map((row) => [row, separator === "," ? joinedAmounts(header.cells, row.cells) : undefined]),
  );
  // In most rows, so the last column has no name.
  const hasUnnamed = rows.filter(({ cells }) => cells.length > width).length * 2 > rows.length;
  if (hasUnnamed && [...joined.values()].includes(undefined)) return { rows, unreadable: [] };
  return {
    rows: rows.flatMap((row) => {
      if (!joined.has(row)) return [row];
      const cells = joined.get(row);
      return cells ? [{ ...row, cells }] : [];
    }),
    unreadable: wide.flatMap((row) => (joined.get(row) ? [] : [{ line: row.line, reason: UNQUOTED }])),
  };
}

/** Joins amounts that commas split, such as "-12" and "34". Undefined if the row still does not fit the header. */
function joinedAmounts(header: readonly Cell[], cells: readonly Cell[]): Cell[] | undefined {
  const joined: Cell[] = [];
  for (const cell of cells.map(String)) {
    const last = String(joined.at(-1) ?? "");
    const name = header[joined.length - 1];
    const role = typeof name === "string" ? roleOfName(name)?.role : undefined;
    const isThousands = /^[-+(]?\D?\d{1,3}(,\d{3})*$/.test(last) && /^\d{3}(\.\d{1,2})?\)?$/.test(cell);
    const isDecimals = /^[-+]?(\d+|\d{1,3}(\.\d{3})+)$/.test(last) && /^\d{2}$/.test(cell);
    if (role && SPLIT_MONEY.includes(role) && (isThousands || isDecimals))
      joined[joined.length - 1] = `${last},${cell}`;
    else joined.push(cell);
  }
  while (joined.length > header.length && joined.at(-1) === "") joined.pop();
  return joined.length === header.length ? joined : undefined;
}

function fitOf(header: readonly Cell[], rows: readonly GridRow[]): number {
  let fit = 0;
  for (const [index, name] of header.entries()) {
    const role = typeof name === "string" ? roleOfName(name)?.role : undefined;
    if (!role) continue;
    const texts = rows.map(({ cells }) => cells[index] ?? "");
    const share = (is: (cell: Cell) => boolean) => texts.filter(is).length / texts.length;
    if (DATES.includes(role)) fit += 3 * share(isDate);
    if (MONEY.includes(role)) fit += 3 * share((cell) => isNumeric(cell) && !isDate(cell));
    if (role === "payee" || role === "text")
      fit += share((cell) => typeof cell === "string" && /\p{L}{2}/u.test(cell));
  }
  return fit;
}
