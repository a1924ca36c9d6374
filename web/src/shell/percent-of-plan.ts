import { percentOf } from "@coffer/domain/budget";
import type { Cents } from "@coffer/domain/money";

export function percentOfPlan(actual: Cents, planned: Cents): string {
  return planned === 0 ? "No plan yet" : `${percentOf(actual, planned)}% of plan`;
}
