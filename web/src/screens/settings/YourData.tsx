import { pluralize } from "@coffer/domain/text/plural";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useId } from "react";
import { RouterButton } from "../../links/router-links.tsx";
import { useProgress } from "../../loading/use-progress.ts";
import { Card } from "../../ui/display/Card.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { toast } from "../../ui/overlays/toast.ts";
import { ExportButton } from "./ExportButton.tsx";

export function YourData() {
  const id = useId();
  const client = useQueryClient();
  const confirm = useConfirm();
  const { progress, run } = useProgress<string>("Failed to restore", (error) =>
    error instanceof SyntaxError ? error.message : undefined,
  );

  async function restore(file: File, onProgress: (text: string) => void) {
    const { readBackup, restoreBackup } = await import("../../api/restore.ts");
    const backup = await readBackup(file);
    const count = pluralize(backup.items.length, "item");
    const untied = await restoreBackup(backup, (done) => onProgress(`${done} of ${count}`));
    const leftOut =
      untied > 0 ? ` Of ${untied}, who paid is left out: it names people who are no members here.` : "";
    await client.invalidateQueries();
    toast({ title: "Budget restored", description: `${count} came back.${leftOut}` });
  }

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (!file) return;
    confirm({
      title: "Restore budget",
      body: `Everything in “${file.name}” comes into your budget, which has to be empty, and its preferences replace yours.`,
      action: {
        label: "Restore",
        run: () => void run("Reading...", (onProgress) => restore(file, onProgress)),
      },
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
