import { AsyncLocalStorage } from "node:async_hooks";
import type { ConsumedCapacity } from "@aws-sdk/client-dynamodb";
import { busy, tooMuchAtOnce } from "@coffer/core/refusal";
import type { Item } from "./item.ts";

/** Twice the rows of a household of twenty years. */
const MOST_ROWS = 50_000;

/** `signal` aborts once nobody waits, and `unreadable` gets the sort keys of what cannot be read. */
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

/** Counts into `spending` what `work` uses of the table, and ends its reads where they are too many or not wanted. */
export const withSpending = <T>(spending: Spending, work: () => T): T => calls.run(spending, work);

/** A call that has used nothing yet. */
export const noSpending = () => ({ read: 0, written: 0, consumed: { read: 0, written: 0 } });

/**
 * Before a page of a query: refuses where nobody waits for it (busy), and where that is too much (tooLarge). What was
 * written already is answered for, whatever has to be read for the answer.
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
