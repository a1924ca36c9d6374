import { activity } from "@coffer/contract/activity";
import type { Month } from "@coffer/domain/time/month";
import type { QueryClient } from "@tanstack/react-query";
import { type LedgerId, send } from "./call.ts";
import { undo } from "./undo-action.ts";

/** Undoes the reset of a month's actuals that counts; `resetAt` is its instant in milliseconds. */
export async function undoReset(client: QueryClient, ledgerId: LedgerId, month: Month, resetAt: number) {
  const id = await findReset(ledgerId, month, resetAt);
  if (id === undefined) throw new Error("no such reset");
  await undo(client, [{ id, ledgerId }]);
}

async function findReset(ledgerId: LedgerId, month: Month, resetAt: number): Promise<string | undefined> {
  let before: string | null | undefined;
  do {
    const query = { kind: "month" as const, limit: "100", ...(before && { before }) };
    const part = await send(activity.list, { ledgerId, query });
    const found = part.reply.find(
      (entry) =>
        entry.kind === "month" &&
        entry.action === "reset" &&
        entry.undoneBy === null &&
        entry.after?.month === month &&
        entry.after.resetAt === resetAt,
    );
    if (found) return found.id;
    before = part.next;
  } while (before !== null);
  return undefined;
}
