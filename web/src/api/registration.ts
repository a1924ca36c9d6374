import { registration } from "@coffer/contract/registration";
import type { InferInput } from "valibot";
import { call } from "./call.ts";
import { startSession } from "./session.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

export function useRegister() {
  return useApiMutation({
    run: (body: InferInput<typeof registration.register.body>) => call(registration.register, { body }),
    updateCache: startSession,
    successToast: ({ firstName }) => ({
      title: "Registration successful",
      description: `Welcome to Coffer, ${firstName}!`,
    }),
    failureToast: failed("Registration failed"),
  });
}

export function useForgotPassword() {
  return useApiMutation({
    run: (body: { email: string }) => call(registration.forgotPassword, { body }),
    successToast: {
      title: "Password reset email sent",
      description:
        "If your email is registered in our system, you will receive instructions to reset your password shortly.",
    },
    failureToast: { title: "Error", description: "An error occurred while processing your request" },
  });
}
