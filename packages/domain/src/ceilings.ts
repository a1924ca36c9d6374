/** The number of things of a kind up to which a ledger grows: figures and lists read all of them at each call. */
export const CEILINGS = { category: 300, subscription: 300, goal: 100 };
export type CeilingKind = keyof typeof CEILINGS;

/** Settlements between members, all of which each balance reads: one a day for more than ten years. */
export const MOST_SETTLEMENTS = 5_000;

/** Portions of one import, all of which each further one reads: ten days of the rows that a budget takes. */
export const MOST_PORTIONS = 1_250;

/** A file of a household that grew larger comes back, up to so many times a ceiling. */
export const RESTORE_TIMES = 10;

/** Plans are made up to so many months after today's. */
export const MONTHS_AHEAD = 60;
