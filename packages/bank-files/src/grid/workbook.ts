import { DAY_MS } from "@coffer/domain/time/day";
import { FileRefusal, MAX_ROWS, tooManyRows } from "../bank-file.ts";
import { isMovement } from "../table/header.ts";
import type { Cell } from "../text/amount.ts";
import { quoted } from "../text/plain.ts";
import { type Grid, type GridRow, MAX_COLUMNS } from "./grid.ts";

/** A statement of 100,000 rows has about 50 MB when unpacked. */
const MAX_UNPACKED = 50 * 1024 * 1024;
const TOO_LARGE = "Unpacked, this workbook has more than 50 MB. Save its sheet as CSV and drop that file.";
/** A real workbook has some dozens of parts. */
const MAX_PARTS = 2_000;
const DAMAGED =
  "This workbook is damaged, or protected by a password. Save its sheet as CSV and drop that file.";

/** Reads the sheet of an .xlsx or old .xls file with the most days and amounts; loads the library on first use. */
export async function readWorkbook(bytes: Uint8Array): Promise<Grid> {
  await checkUnpackedSize(new Uint8Array(bytes));
  const { read, SSF } = await import("@e965/xlsx");
  const workbook = readOrRefuse(() =>
    read(bytes, {
      type: "array",
      dense: true,
      cellNF: true,
      cellHTML: false,
      cellText: false,
      sheetRows: MAX_ROWS + 2,
      bookVBA: false,
      WTF: false,
    }),
  );
  const sheets = workbook.SheetNames.map((name) => {
    const hidden = workbook.Workbook?.Sheets?.find((sheet) => sheet.name === name)?.Hidden;
    const sheet: Record<string, unknown> | undefined = workbook.Sheets[name];
    const isDateFormat = (format: string) => Boolean(SSF.is_date(format));
    const is1904 = workbook.Workbook?.WBProps?.date1904 === true;
    return { name, rows: hidden ? [] : rowsOf(sheet?.["!data"], isDateFormat, is1904) };
  });
  const { name, rows: best } = sheets.reduce((a, b) => (factsIn(b.rows) > factsIn(a.rows) ? b : a));
  if (best.length > MAX_ROWS) throw tooManyRows();
  if (best.length === 0) throw new FileRefusal("The sheets of this workbook are empty.");
  const notices = sheets
    .filter((sheet) => sheet.name !== name && sheet.rows.some(isMovement))
    .map(
      (sheet) => `The sheet ${quoted(sheet.name)} was not read. Save it as a separate file to import it too.`,
    );
  return { rows: best, separator: "", unreadable: [], notices };
}

function readOrRefuse<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new FileRefusal(DAMAGED);
  }
}

const factsIn = (rows: readonly GridRow[]) =>
  rows.filter(isMovement).length * 1_000 + Math.min(rows.length, 999);

type SheetCell = { t?: unknown; v?: unknown; z?: unknown; w?: unknown };
const isCell = (value: unknown): value is SheetCell => typeof value === "object" && value !== null;

function rowsOf(data: unknown, isDateFormat: (format: string) => boolean, is1904: boolean): GridRow[] {
  const rows: GridRow[] = [];
  for (const [index, row] of (Array.isArray(data) ? data : []).entries()) {
    if (!Array.isArray(row)) continue;
    if (row.length > 1_000)
      throw new FileRefusal(
        `Row ${index + 1} has more than ${MAX_COLUMNS} columns, so this is not a list of transactions.`,
      );
    const cells = Array.from(row.slice(0, MAX_COLUMNS), (cell: unknown) =>
      cellValue(cell, isDateFormat, is1904),
    );
    while (cells.length > 0 && cells.at(-1) === "") cells.pop();
    if (cells.some((cell) => cell !== "")) rows.push({ line: index + 1, cells });
  }
  return rows;
}

const DAYS_1904 = 1_462;

function cellValue(cell: unknown, isDateFormat: (format: string) => boolean, is1904: boolean): Cell {
  if (!isCell(cell)) return "";
  const { v, z } = cell;
  if (cell.t === "e") return "";
  if (typeof v === "number")
    return typeof z === "string" && z !== "General" && isDateFormat(z)
      ? isoDate(v + (is1904 ? DAYS_1904 : 0))
      : v;
  if (v instanceof Date) return v.toISOString().slice(0, 10);
  return typeof v === "string" ? v.trim() : typeof v === "boolean" ? String(v) : "";
}

/** Converts a serial day number, counted from the end of 1899. */
function isoDate(serial: number): string {
  if (serial < 1 || serial > 100_000) return String(serial);
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);
}

/** Unpacks the parts of a ZIP archive only to count their bytes, since the stated sizes may be false. */
async function checkUnpackedSize(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return;
  let total = 0;
  for (const { start, isPacked, size } of partsOf(bytes)) {
    total += isPacked ? await unpackedSize(bytes.subarray(start), MAX_UNPACKED - total) : size;
    if (total > MAX_UNPACKED) throw new FileRefusal(TOO_LARGE);
  }
}

type ZipPart = { start: number; isPacked: boolean; size: number };

function partsOf(bytes: Uint8Array): ZipPart[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_PARTS) throw new FileRefusal(DAMAGED);
  const parts: ZipPart[] = [];
  let entry = view.getUint32(end + 16, true);
  for (let index = 0; index < count && entry + 46 <= bytes.length; index++) {
    if (view.getUint32(entry, true) !== 0x02014b50) break;
    const header = view.getUint32(entry + 42, true);
    if (header + 30 > bytes.length) throw new FileRefusal(DAMAGED);
    parts.push({
      start: header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true),
      isPacked: view.getUint16(entry + 10, true) !== 0,
      size: view.getUint32(entry + 24, true),
    });
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(entry + at, true));
    entry += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return parts;
}

function endOfDirectory(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 66_000); at--)
    if (view.getUint32(at, true) === 0x06054b50) return at;
  throw new FileRefusal(DAMAGED);
}

/** The unpacked size of a part, counted up to `most`. Bytes after its end are ignored. */
async function unpackedSize(packed: Uint8Array<ArrayBuffer>, most: number): Promise<number> {
  let size = 0;
  try {
    const source = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    for (const reader = source.getReader(); size <= most; ) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) await reader.cancel();
    }
  } catch {
    // Damaged data, or data after the part, unpacks to nothing.
  }
  return size;
}
