/** The maximum number of things of a kind in a ledger, since figures and lists read all of them in each call. */
export const CEILINGS = { category: 300, subscription: 300, goal: 100, account: 50 };
export type CeilingKind = keyof typeof CEILINGS;

/** A balance reads all settlements. One a day for more than ten years. */
export const MOST_SETTLEMENTS = 5_000;

/** The daily quota of new rows of a budget: twenty years of a household with a hundred rows a month. */
export const ROWS_A_DAY = 25_000;

/** The maximum number of rows in review: a budget's daily quota. */
export const MOST_WAITING = ROWS_A_DAY;

/** Each portion of an import reads all earlier ones. Enough for ten days of a budget's quota of rows. */
export const MOST_PORTIONS = 1_250;

/** A restore may exceed a ceiling by this factor, so that a file of a larger household can be restored. */
export const RESTORE_TIMES = 10;

/** The furthest month that can be planned, counted from the current one. */
export const MONTHS_AHEAD = 60;
