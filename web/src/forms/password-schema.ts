import { password, registerBody } from "@coffer/contract/session";
import { changePasswordBody, resetPasswordBody } from "@coffer/contract/user";
import { withRules } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";

/** The rule that `confirmPassword` repeats the field of that name. */
const repeated = (name: string, message = "Passwords don't match") => ({
  of: [name, "confirmPassword"] as const,
  at: "confirmPassword",
  holds: (typed: Record<string, string>) => typed[name] === typed.confirmPassword,
  message,
});

export const registerForm = withRules(
  fields({ ...registerBody.entries, confirmPassword: password("Please confirm your password") }),
  [repeated("password", "Passwords do not match")],
);

const confirmPassword = password("Confirm password is required");

export const resetPasswordForm = withRules(
  fields({ password: resetPasswordBody.entries.password, confirmPassword }),
  [repeated("password")],
);

export const changePasswordForm = withRules(fields({ ...changePasswordBody.entries, confirmPassword }), [
  repeated("newPassword"),
]);
