import { AsyncLocalStorage } from "node:async_hooks";
import type { ConsumedCapacity } from "@aws-sdk/client-dynamodb";
import { busy, tooMuchAtOnce } from "@coffer/core/refusal";
import type { Item } from "./item.ts";

/** The most rows that a call may read: twice those of a household after twenty years. */
const MOST_ROWS = 50_000;

/** `signal` aborts once nobody waits for the call. `unreadable` collects the sort keys of items that cannot be read. */
export type Spending = {
  /** In items. */
  read: number;
  written: number;
  /** In read and write units, as the table counts what was consumed. */
  consumed: { read: number; written: number };
  readonly signal?: AbortSignal | undefined;
  readonly unreadable?: Set<string>;
};

const calls = new AsyncLocalStorage<Spending>();

/** Adds what `work` reads and writes to `spending`, and stops its reads if they are too many or aborted. */
export const withSpending = <T>(spending: Spending, work: () => T): T => calls.run(spending, work);

/** The spending of a call that has not begun. */
export const noSpending = () => ({ read: 0, written: 0, consumed: { read: 0, written: 0 } });

/**
 * Called before each page of a query. Refuses (busy) if nobody waits for the call, and (tooLarge) if it has read too
 * much. After a write it only checks the former, as the response to a write must be read in any case.
 */
export function checkSpending(): void {
  const call = calls.getStore();
  if (call?.signal?.aborted) throw busy(call.signal.reason);
  if (call && call.written === 0 && call.read >= MOST_ROWS) throw tooMuchAtOnce();
}

export const noteUnreadable = ({ sk }: Item): void => void calls.getStore()?.unreadable?.add(String(sk));

export function spend(kind: "read" | "written", items: number): void {
  const call = calls.getStore();
  if (call) call[kind] += items;
}

export function consume(kind: "read" | "written", capacity: Capacity): void {
  const call = calls.getStore();
  for (const { CapacityUnits = 0 } of [capacity ?? []].flat()) if (call) call.consumed[kind] += CapacityUnits;
}
type Capacity = ConsumedCapacity | ConsumedCapacity[] | undefined;
