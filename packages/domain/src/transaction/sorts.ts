export const SORTS = ["date", "-date", "amount", "-amount"] as const;
/** A minus sorts the newest, or largest, first. */
export type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT = "-date" satisfies Sort;
