import { password } from "@coffer/contract/session";
import { MIN_PASSWORD } from "@coffer/domain/account/user";
import { type ChangeEvent, type ComponentProps, useState } from "react";
import { loadCode } from "../../loading/load-code.ts";
import { PasswordField } from "../../ui/base/PasswordField.tsx";
import "./NewPasswordField.css";

/** Warns of a password that many use, and never refuses it. */
export function NewPasswordField({ hint, onChange, ...field }: ComponentProps<typeof PasswordField>) {
  const [isCommon, setCommon] = useState(false);
  const check = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { value } = target;
    const found = await isCommonPassword(value);
    if (target.value === value) setCommon(found);
  };
  const warning = (
    <span className="password-warning" role="alert">
      Many people use this password, so it is easy to guess. A longer one is safer.
    </span>
  );
  return (
    <PasswordField
      autoComplete="new-password"
      {...field}
      hint={isCommon ? warning : hint}
      onChange={(event) => {
        void check(event);
        return onChange?.(event);
      }}
    />
  );
}

/** The repeated password, without a second warning. */
export const RepeatedPasswordField = (field: ComponentProps<typeof PasswordField>) => (
  <PasswordField autoComplete="new-password" {...field} />
);

/** True if the password is one of the ten thousand most used. The list is loaded here; nothing is sent. */
async function isCommonPassword(password: string): Promise<boolean> {
  if (password.length < MIN_PASSWORD) return false;
  // If loading fails, the next check tries again.
  const list = await loadCode(() => import("virtual:common-passwords")).catch(() => undefined);
  return `\n${list?.default ?? ""}\n`.includes(`\n${password.toLowerCase()}\n`);
}

/** The rule that `confirmPassword` repeats the field `name`. */
export const repeats = (name: string, message = "Passwords don't match") => ({
  of: [name, "confirmPassword"] as const,
  at: "confirmPassword",
  holds: (typed: Record<string, string>) => typed[name] === typed.confirmPassword,
  message,
});

/** The second password field of forms that replace a password. */
export const confirmPassword = password("Confirm password is required");
