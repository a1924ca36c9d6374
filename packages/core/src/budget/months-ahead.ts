import { MONTHS_AHEAD } from "@coffer/domain/ceilings";
import { addMonthsTo, type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import type { OpenLedger } from "../access.ts";
import { invalid } from "../refusal.ts";

/** Refuses (invalid) to plan or propose a month that is too far ahead; every past month is open. */
export function refuseFarMonth({ today }: Pick<OpenLedger, "today">, month: Month): void {
  const last = addMonthsTo(monthOfDay(today), MONTHS_AHEAD);
  if (month > last)
    throw invalid("month", `Plan at most ${MONTHS_AHEAD} months ahead, until ${monthLabel(last)}`);
}
