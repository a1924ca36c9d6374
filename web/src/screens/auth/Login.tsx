import { loginBody } from "@coffer/contract/session";
import { fields } from "@coffer/domain/definition/values";
import { type ComponentProps, useState } from "react";
import { optional, pipe, string, transform } from "valibot";
import { useLogin } from "../../api/session.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { PasswordField } from "../../ui/base/PasswordField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { usePlainForm } from "../../ui/base/use-plain-form.ts";

const loginForm = fields({
  ...loginBody.entries,
  rememberMe: pipe(
    optional(string(), ""),
    transform((ticked) => ticked !== ""),
  ),
});

type Props = { register: ComponentProps<"button">; forgot: ComponentProps<"button"> };

export function Login({ register, forgot }: Props) {
  const login = useLogin();
  const { errors, form } = usePlainForm(loginForm, (read) => login.mutate(read));
  const [demo] = useState(demoAccount);
  return (
    <form className="fields" {...form}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <div className="split">
        <CheckboxField label="Remember me" name="rememberMe" />
        <button type="button" className="text-button" {...forgot}>
          Forgot password?
        </button>
      </div>
      <Button type="submit" fullWidth pending={login.isPending} pendingLabel="Signing in...">
        Sign in
      </Button>
      {demo && (
        <Button
          variant="secondary"
          fullWidth
          pending={login.isPending && login.variables.email === demo.email}
          onClick={() => login.mutate({ ...demo, rememberMe: false })}
        >
          Try the demo household
        </Button>
      )}
      <button type="button" className="text-button" {...register}>
        Create a new account
      </button>
    </form>
  );
}

/** The sign-in of the demo household, which only the local server names, in the page's head; undefined elsewhere. */
function demoAccount(): { email: string; password: string } | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="coffer-demo"]')?.content;
  const [email, password] = content?.split(" ") ?? [];
  return email && password ? { email, password } : undefined;
}
