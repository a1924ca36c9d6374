import { forgotPasswordBody, password, registerBody, registration } from "@coffer/contract/session";
import { withRules } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";
import { likelyCurrency } from "@coffer/domain/money/likely-code";
import { DEFAULT_TIME_ZONE, timeZoneNamed } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import * as v from "valibot";
import { call } from "../../api/call.ts";
import { startSession } from "../../api/session.ts";
import { invitation } from "../../api/sharing.ts";
import { failed, useApiMutation } from "../../api/use-api-mutation.ts";
import { NewPasswordField, RepeatedPasswordField, repeats } from "../../forms/base/NewPasswordField.tsx";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { Button } from "../../ui/base/Button.tsx";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { FormError } from "../../ui/base/Field.tsx";
import { Spinner } from "../../ui/base/Loading.tsx";
import { TextField } from "../../ui/base/TextField.tsx";

const registerForm = withRules(
  fields({ ...registerBody.entries, confirmPassword: password("Please confirm your password") }),
  [repeats("password", "Passwords do not match")],
);
const BLANK = {
  firstName: "",
  lastName: "",
  email: "",
  phone: "",
  password: "",
  confirmPassword: "",
  rememberMe: true,
};

const DOUBTFUL = "This does not look like an address; you will not be able to reset your password.";
const looksWrong = (typed: string) => typed.trim() !== "" && !v.is(forgotPasswordBody, { email: typed });

type Props = { onLogin: () => void };

/** An invitation fills in the invited address. */
export function Register(props: Props) {
  const { next = "" } = useSearch({ from: "/auth" });
  const token = /^\/invitation\/([^/?#]+)$/.exec(next)?.[1];
  const invited = useQuery({ ...invitation(token ?? ""), enabled: token !== undefined });
  return invited.isLoading ? <Spinner /> : <RegisterForm {...props} email={invited.data?.email ?? ""} />;
}

function RegisterForm({ onLogin, email }: Props & { email: string }) {
  const register = useRegister();
  const [{ timeZone, currency }] = useState(fromBrowser);
  const form = useSchemaForm(registerForm, {
    defaultValues: { ...BLANK, email },
    save: (read) => register.mutateAsync({ ...read, timeZone, currency }),
  });
  // The server accepts any text as an address.
  const isDoubtful = form.formState.touchedFields.email && looksWrong(form.watch("email"));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { password, confirmPassword } = form.getValues();
    // The specification asks for an alert as well as the message at the field.
    if (password !== confirmPassword) window.alert("Passwords do not match");
    await form.submit();
  };
  return (
    <form className="fields" noValidate onSubmit={submit}>
      <div className="fields-2">
        <TextField label="First name" autoComplete="given-name" required {...form.field("firstName")} />
        <TextField label="Last name" autoComplete="family-name" required {...form.field("lastName")} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        hint={isDoubtful && DOUBTFUL}
        {...form.field("email")}
      />
      <TextField label="Phone number" type="tel" autoComplete="tel" required {...form.field("phone")} />
      <NewPasswordField label="Password" {...form.field("password")} />
      <RepeatedPasswordField label="Confirm password" {...form.field("confirmPassword")} />
      <CheckboxField label="Remember me" {...form.field("rememberMe")} />
      <p className="muted">
        Your budget starts in the time zone {timeZone}, with amounts in {currency}. Both can be changed in
        Settings.
      </p>
      <FormError>{form.submission.error}</FormError>
      <Button type="submit" fullWidth pending={register.isPending} pendingLabel="Creating account...">
        Register
      </Button>
      <button type="button" className="text-button" onClick={onLogin}>
        Sign in
      </button>
    </form>
  );
}

function fromBrowser() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return {
    timeZone: timeZoneNamed(zone) ?? DEFAULT_TIME_ZONE,
    currency: likelyCurrency(navigator.language, zone),
  };
}

function useRegister() {
  return useApiMutation({
    run: (body: v.InferInput<typeof registration.register.body>) => call(registration.register, { body }),
    updateCache: startSession,
    successToast: ({ firstName }) => ({
      title: "Registration successful",
      description: `Welcome to Coffer, ${firstName}!`,
    }),
    failureToast: failed("Registration failed"),
  });
}
