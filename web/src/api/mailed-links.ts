import { users } from "@coffer/contract/user";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { toastError } from "../ui/overlays/toast.ts";
import { call, callQuery, SHARED_USERS } from "./call.ts";
import { currentUser } from "./session.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export function resetLink(token: string) {
  return queryOptions({
    queryKey: ["reset-link", token],
    async queryFn({ signal }) {
      const { valid } = await call(users.validateResetToken, { params: { token }, signal });
      if (!valid)
        toastError(
          "Invalid or expired token",
          "This password reset link has expired or is invalid. Please request a new one.",
        );
      return valid;
    },
    meta: { failure: "An error occurred while validating your reset token." },
  });
}

export function useResetPassword() {
  return useApiMutation({
    run: (body: { token: string; password: string }) => call(users.resetPassword, { body }),
    // A reset ends every session, this browser's included.
    updateCache: (client) => client.setQueryData(currentUser.queryKey, null),
    successToast: {
      title: "Password reset successful",
      description: "Your password has been reset successfully. You can now log in with your new password.",
    },
    failureToast: { title: "Error", description: "An error occurred while resetting your password." },
  });
}

export const emailToVerify = (token: string) =>
  callQuery(["verification", token], users.emailToVerify, { params: { token } });

export const useVerifyEmail = () =>
  useLink(
    (token) => call(users.verifyEmail, { body: { token } }),
    "Failed to verify the address",
    (client) => {
      void client.invalidateQueries({ queryKey: currentUser.queryKey });
      // Verifying the address sends the invitations that waited for it.
      void client.invalidateQueries({ queryKey: SHARED_USERS });
    },
  );

/** The mail's "This was not me". */
export const useDisownEmail = () =>
  useLink((token) => call(users.disownEmail, { body: { token } }), "Failed to remove the account");

export const emailChange = (token: string) =>
  callQuery(["email-change", token], users.emailChange, { params: { token } });

export const useTakeBackEmail = () =>
  useLink(
    (token) => call(users.takeBackEmail, { body: { token } }),
    "Failed to undo the change",
    // Every session has ended, this browser's included.
    (client) => client.setQueryData(currentUser.queryKey, null),
  );

export const useEndShares = () =>
  useLink((token) => call(users.endShares, { body: { token } }), "Failed to end the shares");

export const useUnsubscribe = () =>
  useLink((token) => call(users.unsubscribe, { params: { token } }), "Failed to unsubscribe");

function useLink<Reply>(
  run: (token: string) => Promise<Reply>,
  description: string,
  updateCache?: (client: QueryClient) => void,
) {
  return useApiMutation({
    run,
    ...(updateCache && { updateCache }),
    failureToast: { title: "Error", description },
  });
}
