import type { MoneyRule } from "@coffer/domain/definition/values";
import { amountProblem, readAmount } from "@coffer/domain/money/amount";
import type { Cents, Currency } from "@coffer/domain/money/money";
import * as v from "valibot";

/** Reads a typed amount ("1,234.50", "12+5") as cents. */
export function typedAmount(rule: MoneyRule, currency: Currency) {
  const { required, invalid, allowZero = false } = rule;
  return v.pipe(
    v.string(required),
    v.rawTransform(({ dataset, addIssue, NEVER }): Cents => {
      const reading = readAmount(dataset.value, currency);
      if (reading.kind === "ok" && (reading.amount > 0 || (allowZero && reading.amount === 0)))
        return reading.amount;
      addIssue({ message: reading.kind === "ok" ? invalid : amountProblem(reading, currency, rule) });
      return NEVER;
    }),
  );
}

export function typedAmountOrZero(rule: MoneyRule, currency: Currency) {
  return v.pipe(
    v.string(),
    v.transform((typed) => (typed.trim() === "" ? "0" : typed)),
    typedAmount({ ...rule, allowZero: true }, currency),
  );
}
