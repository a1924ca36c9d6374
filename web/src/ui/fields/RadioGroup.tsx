import { type ComponentProps, type ReactNode, useId } from "react";
import { describedBy, FieldNotes, type FieldProps } from "../base/Field.tsx";
import "./RadioGroup.css";

type RadioOption = { value: string; label: string; hint?: ReactNode; visual?: ReactNode };

type Props = FieldProps &
  Omit<ComponentProps<"input">, keyof FieldProps | "type" | "value" | "defaultValue"> & {
    options: readonly RadioOption[];
    /** list: one in a row, with hints; segments: side by side; tiles: a grid of `visual`s with small labels. */
    layout?: "list" | "segments" | "tiles";
    value?: string;
  };

export function RadioGroup({
  label,
  hint,
  error,
  required,
  hideLabel,
  options,
  layout = "list",
  value,
  name,
  id,
  ...input
}: Props) {
  const own = useId();
  const group = id ?? own;
  return (
    <fieldset className="field" aria-describedby={describedBy(group, { hint, error })} id={group}>
      <legend className={hideLabel ? "visually-hidden" : "field-label"} data-required={required}>
        {label}
      </legend>
      <div className="radios" data-layout={layout}>
        {options.map((option) => (
          <label key={option.value} className="radio" title={layout === "tiles" ? option.label : undefined}>
            <input
              {...input}
              type="radio"
              name={name ?? group}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              aria-invalid={error ? true : undefined}
            />
            {option.visual}
            <span className="radio-label">
              {option.label}
              {option.hint && <span className="field-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={group} hint={hint} error={error} />
    </fieldset>
  );
}
