import { percentText } from "@coffer/domain/budget-row";
import type { Cents } from "@coffer/domain/money";

export function percentOfPlan(actual: Cents, planned: Cents): string {
  return planned === 0 ? "No plan yet" : `${percentText(actual, planned)} of plan`;
}
