import type { ComponentProps } from "react";
import { Field, type FieldProps } from "../base/Field.tsx";
import "./TextAreaField.css";

type Props = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

export function TextAreaField({ label, hint, error, required, hideLabel, id, ...area }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} id={id}>
      {(control) => <textarea className="input" rows={3} {...area} {...control} />}
    </Field>
  );
}
