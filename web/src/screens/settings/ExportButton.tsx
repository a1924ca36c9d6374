import { pluralize } from "@coffer/domain/plural";
import { useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { withRecentPassword } from "../../api/recent-password.ts";
import { CHECK_CONNECTION } from "../../api/use-api-mutation.ts";
import { useToday } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { toast } from "../../ui/overlays/toast.ts";

/** Saves everything of one's own budget as a file. */
export function ExportButton() {
  const today = useToday();
  const [items, setItems] = useState<number | null>(null);
  async function save() {
    setItems(0);
    try {
      const { exportEverything } = await import("../../api/export.ts");
      saveFile(await withRecentPassword(() => exportEverything(setItems)), `coffer-${today}.json`);
      toast({ title: "Export finished" });
    } catch (error) {
      toast({
        title: "Failed to export",
        description: messageOf(error, CHECK_CONNECTION),
        variant: "destructive",
      });
    } finally {
      setItems(null);
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        pending={items !== null}
        pendingLabel="Exporting..."
        onClick={() => void save()}
      >
        Export everything
      </Button>
      <span className="visually-hidden" role="status">
        {items !== null && `${pluralize(items, "item")} so far`}
      </span>
    </>
  );
}
