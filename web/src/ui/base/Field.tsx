import { type AriaAttributes, type ReactNode, useId } from "react";
import "./Field.css";

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  hideLabel?: boolean;
};

type Control = { id: string } & Pick<AriaAttributes, "aria-describedby" | "aria-invalid" | "aria-required">;

type Props = FieldProps & { id?: string | undefined; children: (control: Control) => ReactNode };

/** Label, hint and error around a control, which receives the attributes that tie them together. */
export function Field({ label, hint, error, required, hideLabel, id, children }: Props) {
  const own = useId();
  const control = id ?? own;
  return (
    <div className="field">
      <label
        className={hideLabel ? "visually-hidden" : "field-label"}
        htmlFor={control}
        data-required={required}
      >
        {label}
      </label>
      <span className="input-frame">
        {children({
          id: control,
          "aria-describedby": describedBy(control, { hint, error }),
          "aria-invalid": error ? true : undefined,
          "aria-required": required || undefined,
        })}
      </span>
      <FieldNotes id={control} hint={hint} error={error} />
    </div>
  );
}

/** The refusal of a whole form, above its buttons. */
export function FormError({ children }: { children: string | undefined }) {
  return (
    children && (
      <p className="field-error" role="alert">
        {children}
      </p>
    )
  );
}

type Notes = Pick<FieldProps, "hint" | "error">;

export function describedBy(id: string, { hint, error }: Notes): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}

export function FieldNotes({ id, hint, error }: Notes & { id: string }) {
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
