import { sharing } from "@coffer/contract/sharing";
import type { InferOutput } from "valibot";
import { call, callQuery, SHARED_WITH_ME } from "./call.ts";
import { currentUser } from "./session.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export type OpenLedger = InferOutput<typeof sharing.sharedWithMe.reply>[number];

/** Read again when the window gains the focus: a share may end at any time. */
export const sharedWithMe = callQuery(
  SHARED_WITH_ME,
  sharing.sharedWithMe,
  {},
  { refetchOnWindowFocus: "always" },
);

export const invitation = (token: string) =>
  callQuery(["invitation", token], sharing.invitation, { params: { token } });

export function useAcceptInvitation() {
  return useApiMutation({
    run: (token: string) => call(sharing.accept, { body: { token } }),
    updateCache(client) {
      void client.invalidateQueries({ queryKey: SHARED_WITH_ME });
      // The link has verified the address as well.
      void client.invalidateQueries({ queryKey: currentUser.queryKey });
    },
    successToast: ({ name }) => ({ title: "Invitation accepted", description: `You can now open ${name}.` }),
    failureToast: { title: "Error", description: "Failed to accept the invitation" },
  });
}

export function useLeaveBudget() {
  return useApiMutation({
    run: ({ ownerId }: OpenLedger, { key }) => call(sharing.leave, { params: { ownerId }, key }),
    updateCache: (client, _, { ownerId }) =>
      client.setQueryData(sharedWithMe.queryKey, (list) => list?.filter((open) => open.ownerId !== ownerId)),
    successToast: (_, { firstName, name, opened }) =>
      opened
        ? { title: "Budget left", description: `${name} is no longer shared with you.` }
        : { title: "Budget declined", description: `${firstName} is told that you declined.` },
    failureToast: { title: "Error", description: "Failed to leave the budget" },
  });
}
