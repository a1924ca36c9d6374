import { unreadable as endpoints } from "@coffer/contract/unreadable";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "./call.ts";
import type { LedgerId } from "./query-key.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";
import { unreadable } from "./wire.ts";

/** Deletes for good what the server cannot read of a budget. */
export function useRemoveUnreadable(ledgerId: LedgerId) {
  const client = useQueryClient();
  return useApiMutation({
    async run() {
      let removed = 0;
      let cursor: string | null = "";
      while (cursor !== null) {
        const query: { cursor?: string } = cursor === "" ? {} : { cursor };
        const part: { removed: number; cursor: string | null } = await call(endpoints.remove, {
          ledgerId,
          query,
        });
        removed += part.removed;
        cursor = part.cursor;
      }
      return removed;
    },
    async updateCache() {
      unreadable.set(null);
      await client.invalidateQueries();
    },
    successToast: { title: "What could not be read is removed" },
    failureToast: tryAgain("remove what cannot be read"),
  });
}
