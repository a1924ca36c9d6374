import type { ComponentProps } from "react";
import { Field, type FieldProps } from "../base/Field.tsx";
import { Icon } from "../base/Icon.tsx";
import "./SelectField.css";

type SelectOption = { value: string | number; label: string };

type Props = FieldProps &
  Omit<ComponentProps<"select">, keyof FieldProps | "children"> & {
    options: readonly SelectOption[];
    /** Shown for the value ""; cannot be selected. */
    placeholder?: string;
  };

export function SelectField({
  label,
  hint,
  error,
  required,
  hideLabel,
  id,
  options,
  placeholder,
  ...select
}: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} id={id}>
      {(control) => (
        <>
          <select className="input" {...select} {...control}>
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </>
      )}
    </Field>
  );
}
