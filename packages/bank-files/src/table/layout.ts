import * as v from "valibot";

const column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200));

/** How a table is read: as detected, as a person corrected it, or as remembered. Columns are counted from 0. */
export const tableLayout = v.object({
  encoding: v.string(),
  separator: v.picklist([";", ",", "\t", "|", ""]),
  /** The row that names the columns, counted from 0 without blank rows; -1 if none does. */
  header: v.number(),
  columns: v.object({
    date: v.optional(column),
    /** Days for rows whose first date is empty. */
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
  /** The sign of money that went out in the column of amounts. */
  outIs: v.picklist(["negative", "positive"]),
});
export type TableLayout = v.InferOutput<typeof tableLayout>;
export type Columns = TableLayout["columns"];
export type ColumnRole = keyof Columns;
