import { unreadable as endpoints } from "@coffer/contract/unreadable";
import { useQueryClient } from "@tanstack/react-query";
import { call, type LedgerId } from "./call.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";
import { unreadable } from "./wire.ts";

/** Deletes for good what the server cannot read of a budget. */
export function useRemoveUnreadable(ledgerId: LedgerId) {
  const client = useQueryClient();
  return useApiMutation({
    async run() {
      let cursor: string | null | undefined;
      do {
        ({ cursor } = await call(endpoints.remove, { ledgerId, query: cursor ? { cursor } : {} }));
      } while (cursor !== null);
    },
    async updateCache() {
      unreadable.set(null);
      await client.invalidateQueries();
    },
    successToast: { title: "What could not be read is removed" },
    failureToast: tryAgain("remove what cannot be read"),
  });
}
