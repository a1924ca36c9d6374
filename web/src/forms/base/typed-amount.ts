import type { MoneyRule } from "@coffer/contract/fields";
import { parseAmount, toDecimal } from "@coffer/domain/money";
import * as v from "valibot";

/** Turns a typed amount ("1,234.50") into the wire's number of whole units. */
export function typedAmount({ required, invalid, allowZero = false }: MoneyRule) {
  return v.pipe(
    v.string(required),
    v.trim(),
    v.minLength(1, required),
    v.rawTransform(({ dataset, addIssue, NEVER }): number => {
      const amount = parseAmount(dataset.value);
      if (amount !== undefined && (amount > 0 || (allowZero && amount === 0))) return toDecimal(amount);
      addIssue({ message: invalid });
      return NEVER;
    }),
  );
}

/** An empty field means 0. */
export function typedAmountOrZero(rule: MoneyRule) {
  return v.pipe(
    v.string(),
    v.transform((typed) => (typed.trim() === "" ? "0" : typed)),
    typedAmount({ ...rule, allowZero: true }),
  );
}
