import type { ComponentProps, ReactNode } from "react";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps &
  Omit<ComponentProps<"input">, keyof FieldProps> & {
    /** Within the field's frame, such as an icon. */
    before?: ReactNode;
    after?: ReactNode;
  };

/** Also times (`type="time"`, HH:mm), with the platform's picker. */
export function TextField({ label, hint, error, required, hideLabel, id, before, after, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} id={id}>
      {(control) => (
        <>
          {before}
          <input className="input" type="text" {...input} {...control} />
          {after}
        </>
      )}
    </Field>
  );
}
