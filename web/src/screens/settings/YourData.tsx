import { pluralize } from "@coffer/domain/plural";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useId, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { exportEverything } from "../../api/export.ts";
import { withRecentPassword } from "../../api/recent-password.ts";
import { readBackup, restoreBackup } from "../../api/restore.ts";
import { CHECK_CONNECTION } from "../../api/use-api-mutation.ts";
import { RouterButton } from "../../shell/links.tsx";
import { useToday } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { saveFile } from "../../ui/save-file.ts";

/** Taking one's data in and out. */
export function YourData() {
  const id = useId();
  const today = useToday();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [busy, setBusy] = useState<"export" | "restore" | null>(null);
  const [progress, setProgress] = useState("");

  async function run(what: "export" | "restore", work: () => Promise<void>, failed: string) {
    setBusy(what);
    try {
      await work();
    } catch (error) {
      const description = error instanceof SyntaxError ? error.message : messageOf(error, CHECK_CONNECTION);
      toast({ title: failed, description, variant: "destructive" });
    } finally {
      setBusy(null);
      setProgress("");
    }
  }

  const exportAll = () =>
    run(
      "export",
      async () => {
        const say = (items: number) => setProgress(`${pluralize(items, "item")} so far`);
        saveFile(await withRecentPassword(() => exportEverything(say)), `coffer-${today}.json`);
        toast({ title: "Export finished" });
      },
      "Failed to export",
    );

  async function restore(file: File) {
    await run(
      "restore",
      async () => {
        const items = await readBackup(file);
        await restoreBackup(items, (done) => setProgress(`${done} of ${pluralize(items.length, "item")}`));
        await client.invalidateQueries();
        toast({ title: "Budget restored", description: `${pluralize(items.length, "item")} came back.` });
      },
      "Failed to restore",
    );
  }

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (!file) return;
    confirm({
      title: "Restore Budget",
      body: `Everything in “${file.name}” comes into your budget, which has to be empty, and its preferences replace yours.`,
      action: { label: "Restore", run: () => void restore(file) },
    });
  };

  return (
    <Card title="Your data" description="What you have here is yours: bring it in, and take it along.">
      <div className="stack">
        <div className="row">
          <RouterButton to="/import" variant="secondary" size="small">
            Import files
          </RouterButton>
          <Button
            variant="secondary"
            size="small"
            pending={busy === "export"}
            pendingLabel="Exporting..."
            disabled={busy === "restore"}
            onClick={exportAll}
          >
            Export everything
          </Button>
        </div>
        <div className="restore">
          <label htmlFor={id}>Restore an export into an empty budget</label>
          <input
            id={id}
            type="file"
            accept=".json,application/json"
            disabled={busy !== null}
            onChange={choose}
          />
        </div>
        <p className="muted" role="status">
          {progress}
        </p>
      </div>
    </Card>
  );
}
