import { unreadable as contract } from "@coffer/contract/portability";
import { pluralize } from "@coffer/domain/text/plural";
import { call, type LedgerId } from "../api/call.ts";
import { tryAgain, useApiMutation } from "../api/use-api-mutation.ts";
import { unreadable } from "../api/wire.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";
import { useConfirm } from "../ui/overlays/confirm.ts";

export function UnreadableNote() {
  const { ledgerId, can } = useOpenLedger();
  const found = unreadable.use();
  const remove = useRemoveUnreadable(ledgerId);
  const confirm = useConfirm();
  if (!found || found.budget !== ledgerId) return null;
  const ask = () =>
    confirm({
      title: "Remove what cannot be read?",
      body: "It is damaged, so nobody can show it, and it cannot come back. All else stays as it is.",
      action: { label: "Remove", pendingLabel: "Removing...", run: () => remove.mutateAsync(undefined) },
    });
  return (
    <Banner
      action={
        can("manage") && (
          <Button size="small" onClick={ask}>
            Remove
          </Button>
        )
      }
    >
      {pluralize(found.count, "entry", "entries")} of this budget cannot be read and{" "}
      {found.count === 1 ? "is" : "are"} left out. All else is here.
    </Banner>
  );
}

/** Deletes for good what the server cannot read of a budget. */
function useRemoveUnreadable(ledgerId: LedgerId) {
  return useApiMutation({
    async run() {
      let cursor: string | null | undefined;
      do {
        ({ cursor } = await call(contract.remove, { ledgerId, query: cursor ? { cursor } : {} }));
      } while (cursor !== null);
    },
    updateCache(client) {
      unreadable.set(null);
      void client.invalidateQueries();
    },
    successToast: { title: "What could not be read is removed" },
    failureToast: tryAgain("remove what cannot be read"),
  });
}
