import { users } from "@coffer/contract/user";
import type { InferInput } from "valibot";
import { call } from "./call.ts";
import { failed, useChange } from "./change.ts";
import { currentUser, setUser } from "./session.ts";

const FAILURE = failed("Failed to update preferences");

/** Saves the daily summary's preferences and the time zone of everything. */
export function useSaveEmailPreferences() {
  return useChange({
    run: (body: InferInput<typeof users.notificationPreferences.body>) =>
      call(users.notificationPreferences, { body }),
    settle: setUser,
    success: () => ({
      title: "Preferences updated",
      description: "Your email notification preferences have been saved.",
    }),
    failure: FAILURE,
  });
}

/** Saves currency, AI recommendations or notifications: shown at once, taken back if the server refuses. */
export function useSavePreferences() {
  return useChange({
    run: (body: InferInput<typeof users.preferences.body>) => call(users.preferences, { body }),
    optimistic(client, body) {
      const before = client.getQueryData(currentUser.queryKey);
      client.setQueryData(currentUser.queryKey, (user) => user && { ...user, ...body });
      return () => client.setQueryData(currentUser.queryKey, before);
    },
    settle: setUser,
    success: () => ({ title: "Preferences updated" }),
    failure: FAILURE,
  });
}

/** Mails today's summary to oneself now. */
export function usePreviewSummary() {
  return useChange({
    run: (_: undefined) => call(users.previewDigest, {}),
    success: ({ message }) => ({ title: "Preview sent", description: message }),
    failure: { title: "Error", description: "Failed to send the preview" },
  });
}
