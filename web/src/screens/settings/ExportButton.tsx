import { permits } from "@coffer/domain/share/sharing";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import type { LedgerId } from "../../api/query-key.ts";
import { withRecentPassword } from "../../api/recent-password.ts";
import { sharedWithMe } from "../../api/shared-with-me.ts";
import { useProgress } from "../../loading/use-progress.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { toast } from "../../ui/overlays/toast.ts";

/** The open budget first, by its owner's name, then the others that one may change everything in. */
export function ExportButton() {
  const { ledgerId } = useOpenLedger();
  const { data: shared = [] } = useQuery(sharedWithMe);
  const others = shared
    .filter(({ permissionType }) => permits(permissionType, "manage"))
    .map(({ ownerId, name }) => ({ id: ownerId, name }));
  const all = [{ id: undefined, name: "my budget" }, ...others];
  const isOpen = ({ id }: { id: LedgerId }) => id === ledgerId;
  return (
    <>
      {[...all.filter(isOpen), ...all.filter((one) => !isOpen(one))].map(({ id, name }) => (
        <ExportOne
          key={String(id)}
          ledgerId={id}
          name={name}
          label={all.length === 1 ? "Export everything" : `Export ${name}`}
        />
      ))}
    </>
  );
}

type Props = { ledgerId: LedgerId; name: string; label: string };

function ExportOne({ ledgerId, name, label }: Props) {
  const today = useToday();
  const { progress: items, run } = useProgress<number>("Failed to export");
  async function save(onProgress: (items: number) => void) {
    const { exportEverything } = await import("../../api/export.ts");
    saveFile(await withRecentPassword(() => exportEverything(ledgerId, onProgress)), `coffer-${today}.json`);
    toast({ title: "Export finished", description: `Everything of ${name} is in the file.` });
  }
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        pending={items !== null}
        pendingLabel="Exporting..."
        onClick={() => void run(0, save)}
      >
        {label}
      </Button>
      <span className="visually-hidden" role="status">
        {items !== null && `${pluralize(items, "item")} so far`}
      </span>
    </>
  );
}
