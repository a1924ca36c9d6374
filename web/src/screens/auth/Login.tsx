import { loginBody } from "@coffer/contract/session";
import { fields } from "@coffer/domain/definition/values";
import { type ComponentProps, useEffect, useEffectEvent, useState } from "react";
import { optional, pipe, string, transform } from "valibot";
import { hasStatus, refusalOf } from "../../api/api-error.ts";
import type { PasskeyAnswer } from "../../api/passkey-answer.ts";
import { passkeyPlace, useLogin, usePasskeyLogin } from "../../api/session.ts";
import { loadCode } from "../../loading/load-code.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { FormError } from "../../ui/base/Field.tsx";
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

export function Login({ register, forgot }: Record<"register" | "forgot", ComponentProps<"button">>) {
  const login = useLogin();
  const { errors, form } = usePlainForm(loginForm, (read) => login.mutate(read));
  const passkey = usePasskeyLogin();
  const { here, elsewhere } = passkeyPlace();
  const [demo] = useState(demoAccount);
  const reply = login.data;
  const codeNeeded = reply && "codeNeeded" in reply ? reply.codeNeeded : undefined;
  const isCodeWrong = codeNeeded !== undefined && Boolean(login.variables?.code);
  // The reply does not tell whether the address or the password is wrong (docs/promises.md, S4).
  const isRefused = hasStatus(login.error, 401);
  useFieldPasskey(here, (answer) => passkey.mutate({ answer, rememberMe: false }));
  return (
    <form className="fields" {...form}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username webauthn"
        required
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        error={errors.password ?? (isRefused ? "Email or password is wrong" : undefined)}
      />
      {codeNeeded !== undefined && (
        <TextField
          label="Code"
          name="code"
          hint="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          // The pressed button is gone, and the code is what to type next.
          autoFocus
          error={isCodeWrong ? codeNeeded : undefined}
        />
      )}
      <div className="split">
        <CheckboxField label="Remember me" name="rememberMe" />
        <button type="button" className="text-button" {...forgot}>
          Forgot password?
        </button>
      </div>
      <FormError>{isRefused ? undefined : refusalOf(login.error)}</FormError>
      <Button type="submit" fullWidth pending={login.isPending} pendingLabel="Signing in...">
        Sign in
      </Button>
      {here && (
        <Button
          variant="secondary"
          fullWidth
          pending={passkey.isPending}
          onClick={() => passkey.mutate({ rememberMe: false })}
        >
          Sign in with a passkey
        </Button>
      )}
      {elsewhere && (
        <a className="text-button" href={`${elsewhere}/auth`}>
          Sign in with a passkey at {new URL(elsewhere).host}
        </a>
      )}
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

/** Offers passkeys in the address field, a moment after the form is shown, since that loads more code. */
function useFieldPasskey(here: boolean, use: (answer: PasskeyAnswer) => void) {
  const onAnswer = useEffectEvent(use);
  useEffect(() => {
    if (!here) return;
    const timer = setTimeout(async () => {
      const { answerFromField } = await loadCode(() => import("../../api/passkey-answer.ts"));
      const answer = await answerFromField();
      if (answer) onAnswer(answer);
    }, OFFER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [here]);
}

const OFFER_AFTER_MS = 3_000;

/** The demo household's sign-in, which the local server writes into the page's head; undefined elsewhere. */
function demoAccount(): { email: string; password: string } | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="coffer-demo"]')?.content;
  const [email, password] = content?.split(" ") ?? [];
  return email && password ? { email, password } : undefined;
}
