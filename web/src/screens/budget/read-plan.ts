import { amountProblem, readAmount } from "@coffer/domain/amount";
import { type Cents, type Currency, ZERO } from "@coffer/domain/money";

const MESSAGE = "Budget amount must be a non-negative number";

/** What a typed text plans, or why it plans nothing. An empty field plans 0. */
export function readPlan(typed: string, currency: Currency): { planned: Cents; problem?: string } {
  const reading = readAmount(typed, currency);
  if (reading.kind === "empty") return { planned: ZERO };
  if (reading.kind !== "ok") {
    const problem = amountProblem(reading, currency, { required: MESSAGE, invalid: MESSAGE });
    return { planned: ZERO, problem };
  }
  return reading.amount < 0 ? { planned: ZERO, problem: MESSAGE } : { planned: reading.amount };
}
