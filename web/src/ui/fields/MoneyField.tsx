import type { ChangeEvent, ComponentProps } from "react";
import { Field, type FieldProps } from "../base/Field.tsx";
import "./MoneyField.css";

type Props = FieldProps &
  Omit<ComponentProps<"input">, keyof FieldProps | "type"> & {
    symbol: string;
  };

/** Its value is text without commas. */
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
  // While typing, so that what is shown is what is saved.
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
