import { users } from "@coffer/contract/user";
import type { User } from "@coffer/domain/account/user";
import type { QueryClient } from "@tanstack/react-query";
import type { InferInput } from "valibot";
import { changeAtOnce } from "./cached-list.ts";
import { call } from "./call.ts";
import { BUDGET } from "./query-key.ts";
import { currentUser, setUser } from "./session.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

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

/** `isSilent` where another toast says enough. */
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
