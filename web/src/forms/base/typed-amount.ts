import type { MoneyRule } from "@coffer/domain/definition/values";
import { amountProblem, readAmount } from "@coffer/domain/money/amount";
import { type Currency, toDecimal } from "@coffer/domain/money/money";
import * as v from "valibot";

/** Turns a typed amount ("1,234.50", "12+5") into the wire's number of whole units. */
export function typedAmount(rule: MoneyRule, currency: Currency) {
  const { required, invalid, allowZero = false } = rule;
  return v.pipe(
    v.string(required),
    v.rawTransform(({ dataset, addIssue, NEVER }): number => {
      const reading = readAmount(dataset.value, currency);
      if (reading.kind === "ok" && (reading.amount > 0 || (allowZero && reading.amount === 0)))
        return toDecimal(reading.amount);
      addIssue({ message: reading.kind === "ok" ? invalid : amountProblem(reading, currency, rule) });
      return NEVER;
    }),
  );
}

/** An empty field means 0. */
export function typedAmountOrZero(rule: MoneyRule, currency: Currency) {
  return v.pipe(
    v.string(),
    v.transform((typed) => (typed.trim() === "" ? "0" : typed)),
    typedAmount({ ...rule, allowZero: true }, currency),
  );
}
