import type { MoneyRule } from "@coffer/contract/fields";
import { parseAmount, toDecimal } from "@coffer/domain/money";
import * as v from "valibot";

/** What is typed into an amount field ("1,234.50") as the wire's number of whole units, by the wire's own rule. */
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

/** The same where a field left empty means 0. */
export function typedAmountOrZero(rule: MoneyRule) {
  return v.pipe(
    v.string(),
    v.transform((typed) => (typed.trim() === "" ? "0" : typed)),
    typedAmount({ ...rule, allowZero: true }),
  );
}
