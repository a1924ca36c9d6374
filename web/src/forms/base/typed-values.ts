import type { Field } from "@coffer/domain/definition/field";
import type { Kind, ThingOf } from "@coffer/domain/definition/kind";
import type { MoneyRule } from "@coffer/domain/definition/values";
import { amountProblem, amountText, readAmount } from "@coffer/domain/money/amount";
import type { Cents, Currency } from "@coffer/domain/money/money";
import type { DefaultValues, FieldValues } from "react-hook-form";
import * as v from "valibot";
import { locale } from "../../format/locale.ts";

/** Reads a typed amount ("1,234.50", "12+5") as cents. */
export function typedAmount(rule: MoneyRule, currency: Currency) {
  const { required, invalid, allowZero = false, allowNegative = false } = rule;
  const fits = (amount: Cents) => amount > 0 || (allowZero && amount === 0) || (allowNegative && amount < 0);
  return v.pipe(
    v.string(required),
    v.rawTransform(({ dataset, addIssue, NEVER }): Cents => {
      const reading = readAmount(dataset.value, currency, locale);
      if (reading.kind === "ok" && fits(reading.amount)) return reading.amount;
      addIssue({ message: reading.kind === "ok" ? invalid : amountProblem(reading, currency, rule, locale) });
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

type Known<K extends Kind> = { [Name in keyof ThingOf<K>]?: ThingOf<K>[Name] | undefined };

/**
 * The initial values of a form: amounts as people type them, missing values as empty texts. Fields without a label are
 * not texts and pass unchanged.
 */
export function typedValues<Typed extends FieldValues, K extends Kind>(
  { fields }: K,
  known: Known<K>,
  currency: Currency,
): DefaultValues<Typed> {
  const values = new Map<string, unknown>(Object.entries(known));
  const sent = Object.entries<Field>(fields).filter(([, { body }]) => body !== undefined);
  const typed = sent.map(([name, field]) => [name, typedValue(field, values.get(name), currency)]);
  // The form's schema has the types of these, which TypeScript cannot follow through Object.entries.
  return Object.fromEntries(typed) as DefaultValues<Typed>;
}

function typedValue({ label, reads }: Field, value: unknown, currency: Currency): unknown {
  if (label === null || (reads === "choice" && value === undefined)) return value;
  if (reads === "flag") return value ?? false;
  if (value === undefined || value === null) return "";
  return reads === "amount" ? amountText(value as Cents, currency, locale) : String(value);
}
