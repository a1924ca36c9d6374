import { type ComponentProps, useId } from "react";
import { FieldNotes, type FieldProps } from "./Field.tsx";
import "./CheckboxField.css";

type Props = Omit<FieldProps, "hideLabel"> & Omit<ComponentProps<"input">, keyof FieldProps | "type">;

/** A checkbox with its label after it. */
export function CheckboxField(props: Props) {
  return <Tick {...props} look="checkbox" />;
}

/** The shared body of CheckboxField and Switch: the whole row is the target. */
export function Tick({ label, hint, error, required, id, look, ...input }: Props & { look: string }) {
  const own = useId();
  const control = id ?? own;
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(" ");
  return (
    <div className="tick" data-look={look}>
      <input
        {...input}
        type="checkbox"
        id={control}
        aria-describedby={described || undefined}
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
