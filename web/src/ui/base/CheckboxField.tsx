import { type ComponentProps, useId } from "react";
import { describedBy, FieldNotes, type FieldProps } from "./Field.tsx";
import "./CheckboxField.css";

type Props = Omit<FieldProps, "hideLabel"> &
  Omit<ComponentProps<"input">, keyof FieldProps | "type"> & { variant?: "checkbox" | "switch" };

export function CheckboxField({ label, hint, error, required, id, variant = "checkbox", ...input }: Props) {
  const own = useId();
  const control = id ?? own;
  return (
    <div className="tick" data-variant={variant}>
      <input
        {...input}
        type="checkbox"
        role={variant === "switch" ? "switch" : undefined}
        id={control}
        aria-describedby={describedBy(control, { hint, error })}
        aria-invalid={error ? true : undefined}
        aria-required={required || undefined}
      />
      <label htmlFor={control} data-required={required}>
        {label}
      </label>
      <FieldNotes id={control} hint={hint} error={error} />
    </div>
  );
}
