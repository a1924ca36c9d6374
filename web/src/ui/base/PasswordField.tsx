import { type ComponentProps, useId, useState } from "react";
import { IconButton } from "./IconButton.tsx";
import { TextField } from "./TextField.tsx";

export function PasswordField(field: Omit<ComponentProps<typeof TextField>, "id" | "type" | "after">) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      required
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      id={id}
      type={shown ? "text" : "password"}
      after={
        <IconButton
          icon={shown ? "eye-off" : "eye"}
          label={shown ? "Hide characters" : "Show characters"}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
