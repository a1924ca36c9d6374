import { users } from "@coffer/contract/user";
import type { InferInput } from "valibot";
import { call } from "./call.ts";
import { failed, useChange } from "./change.ts";
import { setUser } from "./session.ts";

/** Changes names, address and phone number; a new address is to be verified again. */
export function useSaveProfile() {
  return useChange({
    run: (body: InferInput<typeof users.update.body>) => call(users.update, { body }),
    settle: setUser,
    success: ({ email, emailVerified }) => ({
      title: "Profile updated",
      ...(!emailVerified && { description: `Please verify ${email} with the link in your inbox.` }),
    }),
    failure: failed("Failed to update profile"),
  });
}

export function useChangePassword() {
  return useChange({
    run: (body: InferInput<typeof users.changePassword.body>) => call(users.changePassword, { body }),
    success: () => ({
      title: "Password updated",
      description: "You stay signed in here; every other device has been signed out.",
    }),
    failure: failed("Failed to change password"),
  });
}
