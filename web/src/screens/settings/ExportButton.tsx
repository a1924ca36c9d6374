import { pluralize } from "@coffer/domain/text/plural";
import { withRecentPassword } from "../../api/recent-password.ts";
import { useProgress } from "../../loading/use-progress.ts";
import { useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { toast } from "../../ui/overlays/toast.ts";

export function ExportButton() {
  const today = useToday();
  const { progress: items, run } = useProgress<number>("Failed to export");
  async function save(onProgress: (items: number) => void) {
    const { exportEverything } = await import("../../api/export.ts");
    saveFile(await withRecentPassword(() => exportEverything(onProgress)), `coffer-${today}.json`);
    toast({ title: "Export finished" });
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
        Export everything
      </Button>
      <span className="visually-hidden" role="status">
        {items !== null && `${pluralize(items, "item")} so far`}
      </span>
    </>
  );
}
