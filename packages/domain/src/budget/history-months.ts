/** How many earlier months count as usual. */
export const HISTORY_MONTHS = 6;
