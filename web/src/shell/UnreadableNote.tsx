import { pluralize } from "@coffer/domain/text/plural";
import { useRemoveUnreadable } from "../api/unreadable.ts";
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
