import type { ChangeEvent, ComponentProps } from "react";
import { Field, type FieldProps } from "../base/Field.tsx";
import "./MoneyField.css";

type Props = FieldProps &
  Omit<ComponentProps<"input">, keyof FieldProps | "type"> & {
    /** Shown before the amount. */
    symbol: string;
  };

/** An amount as the user types it: a plain decimal text, without commas. */
export function MoneyField({
  label,
  hint,
  error,
  required,
  hideLabel,
  id,
  symbol,
  onChange,
  ...input
}: Props) {
  // Stripped while typing rather than at the end: what is shown is always what will be saved.
  const stripCommas = (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (field.value.includes(",")) field.value = field.value.replaceAll(",", "");
    onChange?.(event);
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
            placeholder="0.00"
            {...input}
            {...control}
            type="text"
            onChange={stripCommas}
          />
        </span>
      )}
    </Field>
  );
}
