import type { ComponentProps, ReactNode } from "react";
import { Field, type FieldProps } from "./Field.tsx";

type Props = FieldProps &
  Omit<ComponentProps<"input">, keyof FieldProps> & { before?: ReactNode; after?: ReactNode };

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
