import { permits } from "@coffer/domain/share/sharing";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useId } from "react";
import type { LedgerId } from "../../api/call.ts";
import { withRecentPassword } from "../../api/recent-password.ts";
import { sharedWithMe } from "../../api/sharing.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { loadCode } from "../../loading/load-code.ts";
import { useProgress } from "../../loading/use-progress.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { saveFile } from "../../ui/controls/save-file.ts";
import { Card } from "../../ui/display/Card.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { toast } from "../../ui/overlays/toast.ts";

export function YourData() {
  const id = useId();
  const client = useQueryClient();
  const confirm = useConfirm();
  const { progress, run } = useProgress<string>("Failed to restore", (error) =>
    error instanceof SyntaxError ? error.message : undefined,
  );

  async function restore(file: File, onProgress: (text: string) => void) {
    const { readBackup, restoreBackup } = await loadCode(() => import("../../api/backup.ts"));
    const backup = await readBackup(file);
    const count = pluralize(backup.items.length, "item");
    const untied = await restoreBackup(backup, (done) => onProgress(`${done} of ${count}`));
    const leftOut =
      untied > 0 ? ` ${untied} of them lost their payer: only members of a budget can be payers.` : "";
    await client.invalidateQueries();
    toast({ title: "Budget restored", description: `${count} came back.${leftOut}` });
  }

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = "";
    if (!file) return;
    confirm({
      title: "Restore budget",
      body: `Everything in “${file.name}” is added to your budget, which has to be empty. Its preferences replace yours.`,
      action: {
        label: "Restore",
        run: () => void run("Reading...", (onProgress) => restore(file, onProgress)),
      },
    });
  };

  return (
    <Card title="Your data" description="Your data belongs to you: import and export it at any time.">
      <div className="stack">
        <div className="row">
          <RouterButton to="/import" size="small">
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

/** A button for each budget that the user may manage, the open one first. */
export function ExportButton() {
  const { ledgerId } = useOpenLedger();
  const { data: shared = [] } = useQuery(sharedWithMe);
  const others = shared.filter(({ permissionType }) => permits(permissionType, "manage"));
  const all = [{ ownerId: undefined, name: "my budget" }, ...others];
  return all
    .toSorted((a, b) => Number(b.ownerId === ledgerId) - Number(a.ownerId === ledgerId))
    .map(({ ownerId, name }) => (
      <ExportOne
        key={String(ownerId)}
        ledgerId={ownerId}
        name={name}
        label={all.length === 1 ? "Export everything" : `Export ${name}`}
      />
    ));
}

function ExportOne({ ledgerId, name, label }: { ledgerId: LedgerId; name: string; label: string }) {
  const today = useToday();
  const { progress: items, run } = useProgress<number>("Failed to export");
  async function save(onProgress: (items: number) => void) {
    const { exportEverything } = await loadCode(() => import("../../api/backup.ts"));
    saveFile(await withRecentPassword(() => exportEverything(ledgerId, onProgress)), `coffer-${today}.json`);
    toast({ title: "Export finished", description: `Everything of ${name} is in the file.` });
  }
  return (
    <>
      <Button
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
