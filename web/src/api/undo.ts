import { activity, snapshotReply } from "@coffer/contract/activity";
import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { isEdited } from "@coffer/domain/activity/versions";
import type { QueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { loadCode } from "../loading/load-code.ts";
import type { ToastOptions } from "../ui/overlays/toast.ts";
import { ApiError, messageOf } from "./api-error.ts";
import { call, forgetWritten, type WrittenEntry } from "./call.ts";
import { CHANGED_BY, invalidate } from "./invalidate.ts";
import { asPayment, PAYMENT_EDIT } from "./payment-edit.ts";

const NOTHING: Undone = { undos: [], toast: undefined };
type Undone = { undos: WrittenEntry[]; toast: ToastOptions | undefined };

/** Ids of entries that are being undone, so that a second press is a no-op. */
const undoing = new Set<string>();

/** Undoes entries, last first. Continues after failures; the toast counts them. */
export async function undoEntries(client: QueryClient, written: readonly WrittenEntry[]): Promise<Undone> {
  const ids = written.map(({ id }) => id);
  if (ids.some((id) => undoing.has(id))) return NOTHING;
  for (const id of ids) undoing.add(id);
  try {
    return await undoAll(client, written);
  } finally {
    for (const id of ids) undoing.delete(id);
  }
}

async function undoAll(client: QueryClient, written: readonly WrittenEntry[]): Promise<Undone> {
  const undos: WrittenEntry[] = [];
  const failures: unknown[] = [];
  const changed = new Map<string, () => void>();
  for (const { id, ledgerId } of written.toReversed()) {
    try {
      const kind = await undoEntry({ id, ledgerId }, undos, written.length === 1);
      forgetWritten(id);
      if (kind) changed.set(`${ledgerId} ${kind}`, () => invalidate(client, ledgerId, CHANGED_BY[kind]));
    } catch (error) {
      failures.push(error);
    }
  }
  for (const refresh of changed.values()) refresh();
  const [failure] = failures;
  if (failure === undefined) return { undos, toast: undos.length > 0 ? { title: "Undone" } : undefined };
  const reason = messageOf(failure, "Failed to undo. Please try again.");
  const some = `${failures.length} of ${written.length} changes were not undone. ${reason}`;
  const description = written.length > 1 ? some : reason;
  return { undos: [], toast: { title: "Error", description, variant: "destructive" } };
}

/** Returns the kind of the changed thing; undefined if the person declined. Asks only if a single entry is undone. */
async function undoEntry({ id, ledgerId }: WrittenEntry, undos: WrittenEntry[], isSingle: boolean) {
  const send = async (query: { overwrite?: "true" }) =>
    (await call(activity.undo, { ledgerId, params: { id }, query, written: undos })).kind;
  try {
    return await send({});
  } catch (error) {
    if (!isSingle || !(error instanceof ApiError) || !error.body.current) throw error;
    return (await isOverwritten({ id, ledgerId }, error.body.current))
      ? send({ overwrite: "true" })
      : undefined;
  }
}

async function isOverwritten({ id, ledgerId }: WrittenEntry, current: unknown) {
  const { chooseMine, confirmUndo, UNDO } = await loadCode(() => import("../forms/both-versions.tsx"));
  const after = String(Number(id) + 1).padStart(id.length, "0");
  const [entry] = await call(activity.list, { ledgerId, query: { before: after, limit: "1" } });
  if (!entry?.before) return confirmUndo("deletion");
  const { kind, before } = entry;
  if (kind === "review" || (kind === "transaction" && before.others)) return confirmUndo("together");
  if (kind === "payment") {
    const { kind, read } = PAYMENT_EDIT;
    return chooseMine({ kind, ledgerId, mine: asPayment(before), theirs: read(current) }, UNDO);
  }
  if (!isEdited(SNAPSHOTS[kind])) return confirmUndo("month");
  const theirs = v.parse(snapshotReply(kind), current);
  return chooseMine({ kind: SNAPSHOTS[kind], ledgerId, mine: before, theirs }, UNDO);
}
