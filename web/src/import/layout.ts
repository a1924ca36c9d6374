import * as v from "valibot";

/** The meaning of a column. Money is in one column with a sign, or in one for each direction. */
const columnRole = v.picklist([
  "date",
  "amount",
  "out",
  "in",
  "direction",
  "description",
  "notes",
  "reference",
  "category",
  "currency",
]);
export type ColumnRole = v.InferOutput<typeof columnRole>;
export const COLUMN_ROLES = columnRole.options;

export const layout = v.object({
  encoding: v.picklist(["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
  separator: v.picklist([";", ",", "\t", "|"]),
  /** The row that names the columns, counted from 0 without blank rows; -1 where none does. */
  header: v.number(),
  /** Counted from 0. */
  columns: v.record(columnRole, v.number()),
  dateOrder: v.picklist(["ymd", "dmy", "mdy"]),
  decimalMark: v.picklist([".", ","]),
  /** The sign of money that went out in the column of amounts. */
  outIs: v.picklist(["negative", "positive"]),
});
export type Layout = v.InferOutput<typeof layout>;
export type Columns = Layout["columns"];

/** The part that the QIF format leaves to the program that wrote the file. */
export type QifLayout = Pick<Layout, "dateOrder" | "decimalMark">;

/** Answers that only the person knows, because the file does not show it. */
export type Question = "columns" | "dateOrder" | "decimalMark" | "outIs";
