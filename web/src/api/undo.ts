import { activity } from "@coffer/contract/activity";
import type { ActivityKind } from "@coffer/domain/activity";
import { inBatches } from "@coffer/domain/batches";
import type { QueryClient } from "@tanstack/react-query";
import type { ToastOptions } from "../ui/overlays/toast.ts";
import { messageOf } from "./api-error.ts";
import { call, type WrittenEntry } from "./call.ts";
import { type Changed, invalidate } from "./invalidate.ts";

/** Browsers open no more connections to one server over HTTP/1. */
const AT_ONCE = 5;

/** What a change of a kind of thing makes out of date. */
export const CHANGED_BY: Record<ActivityKind, Changed> = {
  transaction: "transactions",
  import: "transactions",
  category: "categories",
  plan: "budgets",
  month: "budgets",
  goal: "goals",
  milestone: "goals",
  subscription: "subscriptions",
  share: "activity",
};

/** Undoes entries, the last one first. Goes on past what fails; the toast then says how many did. */
export async function undoEntries(
  client: QueryClient,
  written: readonly WrittenEntry[],
  independent: boolean,
): Promise<{ undos: WrittenEntry[]; toast: ToastOptions }> {
  const undos: WrittenEntry[] = [];
  const failures: unknown[] = [];
  const changed = new Map<string, () => void>();
  for (const batch of inBatches(written.toReversed(), independent ? AT_ONCE : 1)) {
    const settled = await Promise.allSettled(
      batch.map(async ({ id, budget }) => {
        const { kind } = await call(activity.undo, { budget, params: { id }, written: undos });
        changed.set(`${budget} ${kind}`, () => invalidate(client, budget, CHANGED_BY[kind]));
      }),
    );
    for (const one of settled) if (one.status === "rejected") failures.push(one.reason);
  }
  for (const refresh of changed.values()) refresh();
  const [failure] = failures;
  if (failure === undefined) return { undos, toast: { title: "Undone" } };
  const reason = messageOf(failure, "Failed to undo. Please try again.");
  const some = `${failures.length} of ${written.length} changes were not undone. ${reason}`;
  const description = written.length > 1 ? some : reason;
  return { undos: [], toast: { title: "Error", description, variant: "destructive" } };
}
