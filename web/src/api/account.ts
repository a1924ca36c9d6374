import { users } from "@coffer/contract/user";
import type { InferInput } from "valibot";
import { call } from "./call.ts";
import { SHARED_USERS } from "./query-key.ts";
import { clearSession, setUser, withSessionLock } from "./session.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** A new address has to be verified again. */
export function useSaveProfile() {
  return useApiMutation({
    run: (body: InferInput<typeof users.update.body>) => call(users.update, { body }),
    updateCache: setUser,
    successToast: ({ email, emailVerified }) => ({
      title: "Profile updated",
      ...(!emailVerified && { description: `Please verify ${email} with the link in your inbox.` }),
    }),
    failureToast: failed("Failed to update profile"),
  });
}

export function useChangePassword() {
  return useApiMutation({
    run: (body: InferInput<typeof users.changePassword.body>) =>
      withSessionLock("exclusive", () => call(users.changePassword, { body })),
    updateCache: (client) => void client.invalidateQueries({ queryKey: SHARED_USERS }),
    successToast: {
      title: "Password updated",
      description: "You stay signed in here; every other device has been logged out.",
    },
    failureToast: failed("Failed to change password"),
  });
}

/** Deletes the account in seven days; signing in before then cancels that. */
export function useDeleteAccount() {
  return useApiMutation({
    run: (password: string) => call(users.leave, { body: { password } }),
    updateCache: clearSession,
    successToast: {
      title: "Your account will be deleted",
      description: "It will be deleted in seven days. If you change your mind, sign in before then.",
    },
    failureToast: failed("Failed to delete account"),
  });
}
