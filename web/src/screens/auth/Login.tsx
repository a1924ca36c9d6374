import { loginBody } from "@coffer/contract/session";
import { useLogin } from "../../api/session.ts";
import { useSchemaForm } from "../../forms/use-schema-form.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckboxField } from "../../ui/CheckboxField.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { TextField } from "../../ui/TextField.tsx";

type Props = { onRegister: () => void; onForgot: () => void };

export function Login({ onRegister, onForgot }: Props) {
  const login = useLogin();
  const form = useSchemaForm(loginBody, {
    defaultValues: { email: "", password: "", rememberMe: false },
    save: login.mutateAsync,
  });
  return (
    <form className="fields" noValidate onSubmit={form.submit}>
      <TextField label="Email" type="email" autoComplete="username" required {...form.field("email")} />
      <PasswordField label="Password" autoComplete="current-password" required {...form.field("password")} />
      <div className="split">
        <CheckboxField label="Remember me" {...form.field("rememberMe")} />
        <button type="button" className="text-button" onClick={onForgot}>
          Forgot password?
        </button>
      </div>
      <Button type="submit" wide pending={login.isPending} pendingLabel="Signing in...">
        Sign in
      </Button>
      <button type="button" className="text-button" onClick={onRegister}>
        Create a new account
      </button>
    </form>
  );
}
