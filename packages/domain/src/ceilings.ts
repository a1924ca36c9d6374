/** The most things of a kind in a ledger: figures and lists read all of them in each call. */
export const CEILINGS = { category: 300, subscription: 300, goal: 100, account: 50 };
export type CeilingKind = keyof typeof CEILINGS;

/** The most settlements, all of which a balance reads: one a day for more than ten years. */
export const MOST_SETTLEMENTS = 5_000;

/** New rows that a budget takes a day: twenty years of a household with a hundred rows a month. */
export const ROWS_A_DAY = 25_000;

/** The most rows that wait in review: as many as a budget takes a day. */
export const MOST_WAITING = ROWS_A_DAY;

/** The most portions of one import, all of which each further one reads: ten days of a budget's quota of rows. */
export const MOST_PORTIONS = 1_250;

/** A restore may exceed a ceiling by this factor, so that the file of a larger household comes back. */
export const RESTORE_TIMES = 10;

/** The furthest month that can be planned, counted from the current one. */
export const MONTHS_AHEAD = 60;
