import { sharing } from "@coffer/contract/sharing";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { SHARED_WITH_ME } from "./query-key.ts";
import { currentUser } from "./session.ts";
import { useApiMutation } from "./use-api-mutation.ts";

/** Read again when the window gains the focus: a share may end at any time. */
export const sharedWithMe = queryOptions({
  queryKey: SHARED_WITH_ME,
  queryFn: ({ signal }) => call(sharing.sharedWithMe, { signal }),
  refetchOnWindowFocus: "always",
});

export function invitation(token: string) {
  return queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => call(sharing.invitation, { params: { token }, signal }),
  });
}

export function useAcceptInvitation() {
  return useApiMutation({
    run: (token: string) => call(sharing.accept, { body: { token } }),
    updateCache(client) {
      void client.invalidateQueries({ queryKey: SHARED_WITH_ME });
      // The link has verified the address as well.
      void client.invalidateQueries({ queryKey: currentUser.queryKey });
    },
    successToast: ({ firstName }) => ({
      title: "Invitation accepted",
      description: `You can now open ${firstName}'s budget.`,
    }),
    failureToast: { title: "Error", description: "Failed to accept the invitation" },
  });
}
