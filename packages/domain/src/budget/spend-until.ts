/** The time for which the money has to last. */
export const SPEND_UNTIL = ["month-end", "pay-day"] as const;

export type SpendUntil = (typeof SPEND_UNTIL)[number];
