import { type Month, monthNumber, yearOf } from "@coffer/domain/time/month";

/** A month as the calls have it. */
export const monthParams = (month: Month) => ({ month: monthNumber(month), year: yearOf(month) });
