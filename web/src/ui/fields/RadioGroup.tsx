import { type ComponentProps, type ReactNode, useId } from "react";
import { describedBy, FieldNotes, type FieldProps } from "../base/Field.tsx";
import "./RadioGroup.css";

type RadioOption<Value> = { value: Value; label: string; hint?: ReactNode; visual?: ReactNode };

type Props<Value extends string> = Pick<FieldProps, "label" | "error" | "required"> &
  Omit<ComponentProps<"input">, "id" | "type" | "value" | "defaultValue" | "required"> & {
    options: readonly RadioOption<Value>[];
    /** list: one a line, with hints; segments: side by side; tiles: a grid of `visual`s with small labels. */
    layout?: "list" | "segments" | "tiles";
    value?: Value;
    /** Gets the chosen value in its own type. */
    onChoose?: (value: Value) => void;
  };

export function RadioGroup<Value extends string>({ label, options, value, ...props }: Props<Value>) {
  const { layout = "list", error, required, name, onChoose, ...input } = props;
  const group = useId();
  return (
    <fieldset className="field" aria-describedby={describedBy(group, { error })} id={group}>
      <legend className="field-label" data-required={required}>
        {label}
      </legend>
      <div className="radios" data-layout={layout}>
        {options.map((option) => (
          <label key={option.value} className="radio" title={layout === "tiles" ? option.label : undefined}>
            <input
              onChange={onChoose && (() => onChoose(option.value))}
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
      <FieldNotes id={group} error={error} />
    </fieldset>
  );
}
