/** The meaning of a column. Money is in one column with a sign, or in one for each direction. */
export const COLUMN_ROLES = [
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
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The column of each role, counted from 0. */
export type Columns = Partial<Record<ColumnRole, number>>;
