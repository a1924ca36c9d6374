/** What stands between the cells of a row. */
export const SEPARATORS = [";", ",", "\t", "|"] as const;
export type Separator = (typeof SEPARATORS)[number];
