import Papa from "papaparse";
import { anonymousStatement } from "./anonymize-statement.ts";
import { type BankFile, FileRefusal } from "./bank-file.ts";
import { type Chance, coverAmount, coverText } from "./cover.ts";
import { decode } from "./decode/decode.ts";
import { type Grid, type GridRow, textOf } from "./grid/grid.ts";
import { gridOf } from "./read.ts";
import { directionOf, flowWords, holdWords, isMove, stateOf, sumKindOf } from "./table/cell-words.ts";
import { isDayWithoutYear } from "./table/dates.ts";
import type { Columns } from "./table/layout.ts";
import { type Cell, isNumeric, readAmount } from "./text/amount.ts";
import { isCurrency } from "./text/currency.ts";
import { isDate } from "./text/date.ts";

/**
 * A copy with invented texts, numbers and amounts that is read the same way as the original. Days, directions, states,
 * currencies and column names are kept, and balances match the invented amounts. Tables become CSV; statements keep their
 * format.
 */
export async function anonymousCopy(
  bytes: Uint8Array,
  name: string,
  file: BankFile,
  chance: Chance,
): Promise<string> {
  if (!file.table) return anonymousStatement(decode(bytes).text, file, chance);
  const grid = await gridOf(bytes, name, file.table.layout);
  if (!grid) throw new FileRefusal("This kind of file has no anonymous copy.");
  const { columns, header } = file.table.layout;
  const cover = coverer(chance);
  const rows = grid.rows.map((row, index): GridRow => {
    if (index === header) return { line: row.line, cells: row.cells.map(nameCover(file, cover)) };
    // Keeps days in any form.
    const coverIn = (cell: Cell, column: number) =>
      column === columns.date ? dayOr(cell, cover) : cover(cell);
    return { line: row.line, cells: row.cells.map(coverIn) };
  });
  if (columns.balance !== undefined && file.proved === "balance")
    followAmounts(grid, rows, file, columns, chance);
  const separator = grid.separator || ",";
  const lines: string[] = [];
  for (const { line, cells } of rows) {
    while (lines.length < line - 1) lines.push("");
    lines.push(Papa.unparse([cells.map(textOf)], { delimiter: separator }).replace(/\n/g, " "));
  }
  return `${lines.join("\n")}\n`;
}

const dayOr = (cell: Cell, cover: (cell: Cell) => Cell) =>
  /^[\d/. -]{5,20}$/.test(textOf(cell)) ? cell : cover(cell);

/** In Splitwise's exports the columns after these are people's names. */
const SPLITWISE_COLUMNS = 5;

const nameCover =
  ({ program }: BankFile, cover: (cell: Cell) => Cell) =>
  (cell: Cell, column: number): Cell =>
    program === "Splitwise" && column >= SPLITWISE_COLUMNS ? cover(cell) : cell;

/** Equal cells get equal replacements: accounts and repeated amounts stay recognizable. */
function coverer(chance: Chance): (cell: Cell) => Cell {
  const covered = new Map<Cell, Cell>();
  return (cell) => {
    const value = covered.get(cell) ?? coverCell(cell, chance);
    covered.set(cell, value);
    return value;
  };
}

function coverCell(cell: Cell, chance: Chance): Cell {
  if (typeof cell === "number")
    return isDate(cell) ? cell : coverAmount(Math.round(cell * 100), chance) / 100;
  if (cell === "" || isDate(cell) || isDayWithoutYear(cell) || isCurrency(cell)) return cell;
  if (directionOf(cell) || stateOf(cell) || isMove(cell)) return cell;
  if (sumKindOf(cell)) return cell.replace(/\d(?!\d?[./-])/g, () => String(Math.floor(chance() * 10)));
  if (isNumeric(cell)) return coverDigits(cell, chance);
  // Words that mark a direction or a hold are not personal.
  return [coverText(cell, chance), flowWords(cell), holdWords(cell)].filter(Boolean).join(" ");
}

/** Keeps zeros, which have a meaning, and replaces every other digit. */
const coverDigits = (text: string, chance: Chance): string =>
  text.replace(/[1-9]/g, (digit) => String(((Number(digit) + Math.floor(chance() * 8)) % 9) + 1));

/** Recomputes the balances from the invented amounts, in the format of the original cells. */
function followAmounts(
  grid: Grid,
  rows: readonly GridRow[],
  file: BankFile,
  columns: Columns,
  chance: Chance,
): void {
  const at = columns.balance ?? -1;
  const decimalMark = file.table?.layout.decimalMark ?? ".";
  const original = new Map(file.rows.map((row) => [row.line, row.amount]));
  const centsIn = (cell: Cell | undefined) => {
    const read = readAmount(cell ?? "", decimalMark);
    return "value" in read ? read.value : undefined;
  };
  const indexes = grid.rows.flatMap((row, index) =>
    original.has(row.line) && centsIn(row.cells[at]) !== undefined ? [index] : [],
  );
  const invented = (index: number) => {
    const cells = rows[index]?.cells ?? [];
    const size = (column: number | undefined) => Math.abs(centsIn(cells[column ?? -1]) ?? 0);
    const fee = size(columns.fee);
    if (columns.amount === undefined) return size(columns.in) - size(columns.out) - fee;
    const before = original.get(rows[index]?.line ?? 0) ?? 0;
    // The fee keeps the original's sign.
    return Math.sign(before) * size(columns.amount) - fee;
  };
  const [first, second] = indexes;
  if (first === undefined) return;
  const link =
    second === undefined
      ? 0
      : (centsIn(grid.rows[second]?.cells[at]) ?? 0) - (centsIn(grid.rows[first]?.cells[at]) ?? 0);
  const isRising = second === undefined || link === (original.get(grid.rows[second]?.line ?? 0) ?? 0);
  let balance = coverAmount(10_000_000, chance);
  for (const index of isRising ? indexes : [...indexes].reverse()) {
    balance += invented(index);
    const cells = rows[index]?.cells;
    const cell = grid.rows[index]?.cells[at];
    if (cells && cell !== undefined) cells[at] = writtenLike(cell, balance, decimalMark);
  }
}

function writtenLike(cell: Cell, cents: number, mark: "." | ","): Cell {
  if (typeof cell === "number") return cents / 100;
  const text = `${Math.floor(Math.abs(cents) / 100)}${mark}${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  return cents < 0 ? `-${text}` : text;
}
