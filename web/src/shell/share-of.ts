import { percentOf } from "@coffer/domain/budget";
import type { Cents } from "@coffer/domain/money";

/** What share of its plan an actual amount is, in words. */
export function shareOf(actual: Cents, planned: Cents): string {
  return planned === 0 ? "No plan yet" : `${percentOf(actual, planned)}% of plan`;
}
