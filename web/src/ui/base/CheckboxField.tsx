import { type ComponentProps, useId } from "react";
import { describedBy, FieldNotes, type FieldProps } from "./Field.tsx";
import "./CheckboxField.css";

type Props = Pick<FieldProps, "label" | "hint" | "error"> &
  Omit<ComponentProps<"input">, "id" | "type" | "required"> & { variant?: "checkbox" | "switch" };

export function CheckboxField({ label, hint, error, variant = "checkbox", ...input }: Props) {
  const control = useId();
  return (
    <div className="tick" data-variant={variant}>
      <input
        {...input}
        type="checkbox"
        role={variant === "switch" ? "switch" : undefined}
        id={control}
        aria-describedby={describedBy(control, { hint, error })}
        aria-invalid={error ? true : undefined}
      />
      <label htmlFor={control}>{label}</label>
      <FieldNotes id={control} hint={hint} error={error} />
    </div>
  );
}
