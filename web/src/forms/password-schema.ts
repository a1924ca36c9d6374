import { password, registerBody } from "@coffer/contract/registration";
import { changePasswordBody, resetPasswordBody } from "@coffer/contract/user";
import { fields } from "@coffer/domain/definition/values";
import * as v from "valibot";

const isConfirmed = (typed: { password: string; confirmPassword: string }) =>
  typed.password === typed.confirmPassword;

export const registerForm = v.pipe(
  fields({ ...registerBody.entries, confirmPassword: password("Please confirm your password") }),
  v.forward(v.partialCheck([["password"], ["confirmPassword"]], isConfirmed, "Passwords do not match"), [
    "confirmPassword",
  ]),
);

const confirmPassword = password("Confirm password is required");

export const resetPasswordForm = v.pipe(
  fields({ password: resetPasswordBody.entries.password, confirmPassword }),
  v.forward(v.partialCheck([["password"], ["confirmPassword"]], isConfirmed, "Passwords don't match"), [
    "confirmPassword",
  ]),
);

export const changePasswordForm = v.pipe(
  fields({ ...changePasswordBody.entries, confirmPassword }),
  v.forward(
    v.partialCheck(
      [["newPassword"], ["confirmPassword"]],
      (input) => input.newPassword === input.confirmPassword,
      "Passwords don't match",
    ),
    ["confirmPassword"],
  ),
);
