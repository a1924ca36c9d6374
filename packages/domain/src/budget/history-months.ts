/** The number of earlier months that count as usual. */
export const HISTORY_MONTHS = 6;
