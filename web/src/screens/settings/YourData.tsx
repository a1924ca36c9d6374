import { pluralize } from "@coffer/domain/plural";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useId, useState } from "react";
import { messageOf } from "../../api/api-error.ts";
import { CHECK_CONNECTION } from "../../api/use-api-mutation.ts";
import { RouterButton } from "../../shell/links.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { ExportButton } from "./ExportButton.tsx";

/** Taking one's data in and out. */
export function YourData() {
  const id = useId();
  const client = useQueryClient();
  const confirm = useConfirm();
  const [progress, setProgress] = useState<string | null>(null);

  async function restore(file: File) {
    setProgress("Reading...");
    try {
      const { readBackup, restoreBackup } = await import("../../api/restore.ts");
      const items = await readBackup(file);
      await restoreBackup(items, (done) => setProgress(`${done} of ${pluralize(items.length, "item")}`));
      await client.invalidateQueries();
      toast({ title: "Budget restored", description: `${pluralize(items.length, "item")} came back.` });
    } catch (error) {
      const description = error instanceof SyntaxError ? error.message : messageOf(error, CHECK_CONNECTION);
      toast({ title: "Failed to restore", description, variant: "destructive" });
    } finally {
      setProgress(null);
    }
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
          <ExportButton />
        </div>
        <div className="restore">
          <label htmlFor={id}>Restore an export into an empty budget</label>
          <input
            id={id}
            type="file"
            accept=".json,application/json"
            disabled={progress !== null}
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
