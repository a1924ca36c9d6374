import { amountText, readAmount } from "@coffer/domain/amount";
import { type Currency, symbolOf } from "@coffer/domain/money";
import type { ComponentProps, FocusEvent } from "react";
import { Field, type FieldProps } from "../base/Field.tsx";
import "./MoneyField.css";

type Props = FieldProps &
  Omit<ComponentProps<"input">, keyof FieldProps | "type"> & {
    currency: Currency;
  };

/** Its value is what was typed; when it is left, the amount that this is understood as. */
export function MoneyField({
  label,
  hint,
  error,
  required,
  hideLabel,
  id,
  currency,
  onBlur,
  ...input
}: Props) {
  const symbol = symbolOf(currency);
  const showUnderstood = (event: FocusEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const reading = readAmount(field.value, currency);
    if (reading.kind === "ok") field.value = amountText(reading.amount, currency);
    onBlur?.(event);
  };
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} id={id}>
      {(control) => (
        <span className="input-frame" data-money>
          <span className="input-prefix" data-wide={symbol.length > 1} aria-hidden>
            {symbol}
          </span>
          <input
            className="input"
            inputMode="decimal"
            autoComplete="off"
            placeholder={currency === "JPY" ? "0" : "0.00"}
            {...input}
            {...control}
            type="text"
            onBlur={showUnderstood}
          />
        </span>
      )}
    </Field>
  );
}
