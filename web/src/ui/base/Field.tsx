import { type ReactNode, useId } from "react";
import "./Field.css";

/** What every field takes besides its input's own props. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Shown beside the field, which is then marked invalid. */
  error?: string | undefined;
  required?: boolean;
  /** Keep the label for screen readers only (filters, search). */
  hideLabel?: boolean;
};

type Control = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

type Props = FieldProps & { id?: string | undefined; children: (control: Control) => ReactNode };

/** Label, hint and error around any control; hands the control the attributes that tie them together. */
export function Field({ label, hint, error, required, hideLabel, id, children }: Props) {
  const own = useId();
  const control = id ?? own;
  const described = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label
        className={hideLabel ? "visually-hidden" : "field-label"}
        htmlFor={control}
        data-required={required}
      >
        {label}
      </label>
      {children({
        id: control,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      <FieldNotes id={control} hint={hint} error={error} />
    </div>
  );
}

/** Hint and error lines with the ids that `aria-describedby` expects. */
export function FieldNotes({ id, hint, error }: Pick<FieldProps, "hint" | "error"> & { id: string }) {
  return (
    <>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
}
