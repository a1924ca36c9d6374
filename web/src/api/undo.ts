import { activity, snapshots } from "@coffer/contract/activity";
import { inBatches } from "@coffer/domain/batches";
import { isEditedKind } from "@coffer/domain/versions";
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import type { ToastOptions } from "../ui/overlays/toast.ts";
import { ApiError, messageOf } from "./api-error.ts";
import { call, type WrittenEntry } from "./call.ts";
import { CHANGED_BY, invalidate } from "./invalidate.ts";

/** Browsers open no more connections to one server over HTTP/1. */
const AT_ONCE = 5;

/** Undoes entries, the last one first. Goes on past what fails; the toast then says how many did. */
export async function undoEntries(
  client: QueryClient,
  written: readonly WrittenEntry[],
  independent: boolean,
): Promise<{ undos: WrittenEntry[]; toast: ToastOptions | undefined }> {
  const undos: WrittenEntry[] = [];
  const failures: unknown[] = [];
  const changed = new Map<string, () => void>();
  for (const batch of inBatches(written.toReversed(), independent ? AT_ONCE : 1)) {
    const settled = await Promise.allSettled(
      batch.map(async ({ id, budget }) => {
        const send = (query: { overwrite?: "true" }) =>
          call(activity.undo, { budget, params: { id }, query, written: undos });
        const { kind } = await send({}).catch(async (error) => {
          // Of many at once nobody is asked about each.
          if (written.length > 1 || !(error instanceof ApiError) || !error.current) throw error;
          if (!(await isOverwritten({ id, budget }, error.current))) return { kind: null };
          return send({ overwrite: "true" });
        });
        if (!kind) return;
        changed.set(`${budget} ${kind}`, () => invalidate(client, budget, CHANGED_BY[kind]));
      }),
    );
    for (const one of settled) if (one.status === "rejected") failures.push(one.reason);
  }
  for (const refresh of changed.values()) refresh();
  const [failure] = failures;
  if (failure === undefined) return { undos, toast: undos.length > 0 ? { title: "Undone" } : undefined };
  const reason = messageOf(failure, "Failed to undo. Please try again.");
  const some = `${failures.length} of ${written.length} changes were not undone. ${reason}`;
  const description = written.length > 1 ? some : reason;
  return { undos: [], toast: { title: "Error", description, variant: "destructive" } };
}

/** Shows what was changed since beside what the undo would put back, and asks which is to stay. */
async function isOverwritten({ id, budget }: WrittenEntry, current: unknown): Promise<boolean> {
  const { chooseDeletion, chooseMonth, chooseUndo } = await import("../forms/both-versions.tsx");
  const after = String(Number(id) + 1).padStart(id.length, "0");
  const [entry] = await call(activity.list, { budget, query: { before: after, limit: "1" } });
  if (!entry?.before) return chooseDeletion();
  const { kind, before } = entry;
  if (!isEditedKind(kind)) return chooseMonth();
  return chooseUndo({ kind, budget, mine: before, theirs: v.parse(snapshots[kind], current) });
}
