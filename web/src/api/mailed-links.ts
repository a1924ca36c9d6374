import { users } from "@coffer/contract/user";
import { queryOptions } from "@tanstack/react-query";
import { toast } from "../ui/overlays/toast.ts";
import { call } from "./call.ts";
import { useChange } from "./change.ts";
import { currentUser } from "./session.ts";

/** Whether a password reset link is still good. */
export function resetLink(token: string) {
  return queryOptions({
    queryKey: ["reset-link", token],
    async queryFn({ signal }) {
      const { valid } = await call(users.validateResetToken, { params: { token }, signal });
      if (!valid) {
        toast({
          title: "Invalid or expired token",
          description: "This password reset link has expired or is invalid. Please request a new one.",
          variant: "destructive",
        });
      }
      return valid;
    },
    meta: { failure: "An error occurred while validating your reset token." },
  });
}

export function useResetPassword() {
  return useChange({
    run: (body: { token: string; password: string }) => call(users.resetPassword, { body }),
    // A reset ends every session, this browser's too.
    settle: (client) => client.setQueryData(currentUser.queryKey, null),
    success: () => ({
      title: "Password reset successful",
      description: "Your password has been reset successfully. You can now log in with your new password.",
    }),
    failure: { title: "Error", description: "An error occurred while resetting your password." },
  });
}

/** Proves an address with its link. A read to the page: it happens once, when the page opens. */
export function verification(token: string) {
  return queryOptions({
    queryKey: ["verification", token],
    async queryFn({ client }) {
      const reply = await call(users.verifyEmail, { body: { token } });
      void client.invalidateQueries({ queryKey: currentUser.queryKey });
      return reply;
    },
  });
}

export function useUnsubscribe() {
  return useChange({
    run: (token: string) => call(users.unsubscribe, { params: { token } }),
    failure: { title: "Error", description: "Failed to unsubscribe" },
  });
}

export function useResendVerification() {
  return useChange({
    run: (_: undefined) => call(users.resendVerification, {}),
    success: () => ({ title: "Verification email sent", description: "Please check your inbox." }),
    failure: { title: "Error", description: "Failed to send the verification email" },
  });
}
