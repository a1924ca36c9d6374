import * as v from "valibot";

const column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200));

/** How a table is read, whether detected, corrected or remembered. Columns are counted from 0. */
export const tableLayout = v.object({
  encoding: v.string(),
  separator: v.picklist([";", ",", "\t", "|", ""]),
  /** The row of the column names, counted from 0 without blank rows; -1 without one. */
  header: v.number(),
  columns: v.object({
    date: v.optional(column),
    /** For rows without the first date. */
    otherDate: v.optional(column),
    amount: v.optional(column),
    out: v.optional(column),
    in: v.optional(column),
    fee: v.optional(column),
    direction: v.optional(column),
    balance: v.optional(column),
    currency: v.optional(column),
    description: v.optional(v.array(column)),
    notes: v.optional(column),
    reference: v.optional(column),
    category: v.optional(column),
    status: v.optional(column),
    account: v.optional(column),
  }),
  dateOrder: v.picklist(["ymd", "dmy", "mdy"]),
  decimalMark: v.picklist([".", ","]),
  /** The sign of expenses in the column of amounts. */
  outIs: v.picklist(["negative", "positive"]),
});
export type TableLayout = v.InferOutput<typeof tableLayout>;
export type Columns = TableLayout["columns"];
export type ColumnRole = keyof Columns;
