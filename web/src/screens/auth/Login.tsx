import { loginBody } from "@coffer/contract/session";
import { type ComponentProps, type FormEvent, useState } from "react";
import { safeParse } from "valibot";
import { useLogin } from "../../api/session.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { PasswordField } from "../../ui/base/PasswordField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { demoAccount } from "./demo.ts";

type Props = { register: ComponentProps<"button">; forgot: ComponentProps<"button"> };

/** The one form without the form library, which would make the first page slower (docs/promises.md, P1 and P4). */
export function Login({ register, forgot }: Props) {
  const login = useLogin();
  const [errors, setErrors] = useState<Errors>();
  const [demo] = useState(demoAccount);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readForm(event.currentTarget);
    setErrors(read.errors);
    if (read.success) return login.mutate(read.output);
    event.currentTarget
      .querySelector<HTMLInputElement>(`[name=${read.errors.email ? "email" : "password"}]`)
      ?.focus();
  };
  // After a first attempt the messages are updated while typing.
  const follow = (event: FormEvent<HTMLFormElement>) =>
    errors && setErrors(readForm(event.currentTarget).errors);
  return (
    <form className="fields" noValidate onSubmit={submit} onInput={follow}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={errors?.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        error={errors?.password}
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

type Errors = { email: string | undefined; password: string | undefined };

function readForm(form: HTMLFormElement) {
  const typed = new FormData(form);
  const read = safeParse(loginBody, {
    email: typed.get("email"),
    password: typed.get("password"),
    rememberMe: typed.has("rememberMe"),
  });
  const errorOf = (name: string) => read.issues?.find(({ path }) => path?.[0].key === name)?.message;
  return { ...read, errors: { email: errorOf("email"), password: errorOf("password") } };
}
