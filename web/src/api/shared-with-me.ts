import { sharing } from "@coffer/contract/sharing";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { useChange } from "./change.ts";
import { SHARED_WITH_ME } from "./keys.ts";
import { currentUser } from "./session.ts";

/** The budgets of others that one may open; asked again on focus, for a share may end at any time. */
export const sharedWithMe = queryOptions({
  queryKey: SHARED_WITH_ME,
  queryFn: ({ signal }) => call(sharing.sharedWithMe, { signal }),
  refetchOnWindowFocus: "always",
});

/** Whose budget an invitation link opens. */
export function invitation(token: string) {
  return queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => call(sharing.invitation, { params: { token }, signal }),
  });
}

/** Accepts an invitation; the reply is the budget that it opened. */
export function useAcceptInvitation() {
  return useChange({
    run: (token: string) => call(sharing.accept, { body: { token } }),
    settle(client) {
      void client.invalidateQueries({ queryKey: SHARED_WITH_ME });
      // The link has proved the address as well.
      void client.invalidateQueries({ queryKey: currentUser.queryKey });
    },
    success: ({ firstName }) => ({
      title: "Invitation accepted",
      description: `You can now open ${firstName}'s budget.`,
    }),
    failure: { title: "Error", description: "Failed to accept the invitation" },
  });
}
