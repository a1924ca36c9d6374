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
      title: "Remove unreadable entries?",
      body: "They are damaged: they can neither be shown nor restored. Everything else stays as it is.",
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
      {found.count === 1 ? "is" : "are"} left out. Everything else is here.
    </Banner>
  );
}

/** Permanently deletes the entries of a budget that the server cannot read. */
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
    successToast: { title: "Unreadable entries removed" },
    failureToast: tryAgain("remove the unreadable entries"),
  });
}
