import { type ComponentProps, useState } from "react";
import { Field, type FieldProps } from "./Field.tsx";
import { IconButton } from "./IconButton.tsx";

type Props = FieldProps & Omit<ComponentProps<"input">, keyof FieldProps | "type">;

export function PasswordField({ label, hint, error, required, hideLabel, id, ...input }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel} id={id}>
      {(control) => (
        <span className="input-frame">
          <input
            className="input"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? "text" : "password"}
          />
          <IconButton
            icon={shown ? "eye-off" : "eye"}
            label={shown ? "Hide characters" : "Show characters"}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  );
}
