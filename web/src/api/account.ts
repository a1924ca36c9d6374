import { users } from "@coffer/contract/user";
import { LEAVING_DAYS, type User } from "@coffer/domain/account/user";
import type { QueryClient } from "@tanstack/react-query";
import type { InferInput } from "valibot";
import { changeAtOnce } from "./cached-list.ts";
import { BUDGET, call, SHARED_USERS } from "./call.ts";
import { passkeyList } from "./security.ts";
import { clearSession, currentUser, setUser, withSessionLock } from "./session.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** `opened` is the profile before the change. A new address has to be verified. */
export function useSaveProfile(opened: User) {
  return useApiMutation({
    run: (body: InferInput<typeof users.update.body>) => call(users.update, { body }),
    updateCache: setUser,
    successToast: ({ email, emailVerified }) => ({
      title: "Profile updated",
      ...(!emailVerified &&
        email !== opened.email && { description: `Please verify ${email} with the link in your inbox.` }),
    }),
    failureToast: failed("Failed to update profile"),
  });
}

export function useChangePassword() {
  return useApiMutation({
    run: (body: InferInput<typeof users.changePassword.body>) =>
      withSessionLock("exclusive", () => call(users.changePassword, { body })),
    updateCache(client) {
      void client.invalidateQueries({ queryKey: SHARED_USERS });
      void client.invalidateQueries({ queryKey: passkeyList.queryKey });
    },
    successToast: {
      title: "Password updated",
      description: "You stay signed in here; every other device has been logged out.",
    },
    failureToast: failed("Failed to change password"),
  });
}

/** Schedules the account's deletion; signing in before then cancels it. */
export function useDeleteAccount() {
  return useApiMutation({
    run: (password: string) => call(users.leave, { body: { password } }),
    updateCache: clearSession,
    successToast: {
      title: "Your account will be deleted",
      description: `It will be deleted in ${LEAVING_DAYS} days. If you change your mind, sign in before then.`,
    },
    failureToast: failed("Failed to delete account"),
  });
}

const FAILURE = failed("Failed to update preferences");

const showChosen = (client: QueryClient, chosen: Partial<User>) =>
  changeAtOnce(client, currentUser.queryKey, (user) => user && { ...user, ...chosen });

export function useSaveEmailPreferences() {
  return useApiMutation({
    run: (body: InferInput<typeof users.notificationPreferences.body>) =>
      call(users.notificationPreferences, { body }),
    optimisticUpdate: showChosen,
    updateCache: setUser,
    successToast: {
      title: "Preferences updated",
      description: "Your email notification preferences have been saved.",
    },
    failureToast: FAILURE,
  });
}

/** `isSilent` if another toast already reports it. */
export function useSavePreferences({ isSilent = false } = {}) {
  return useApiMutation({
    run: (body: InferInput<typeof users.preferences.body>) => call(users.preferences, { body }),
    optimisticUpdate: (client, { notify, ...chosen }) => {
      const before = client.getQueryData(currentUser.queryKey)?.notify;
      return showChosen(client, { ...chosen, ...(notify && { notify: { ...before, ...notify } }) });
    },
    updateCache(client, user, { spendUntil }) {
      setUser(client, user);
      if (spendUntil) void client.invalidateQueries({ queryKey: [BUDGET] });
    },
    successToast: () => (isSilent ? undefined : { title: "Preferences updated" }),
    failureToast: FAILURE,
  });
}

export function usePreviewSummary() {
  return useApiMutation({
    run: (_: undefined) => call(users.previewDigest, {}),
    successToast: ({ message }) => ({ title: "Preview sent", description: message }),
    failureToast: { title: "Error", description: "Failed to send the preview" },
  });
}
