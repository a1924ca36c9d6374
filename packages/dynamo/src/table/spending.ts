import { AsyncLocalStorage } from "node:async_hooks";
import { busy, tooMuchAtOnce } from "@coffer/core/refusal";
import type { Item } from "./item.ts";

/** Twice the rows of a household of twenty years. */
const MOST_ROWS = 50_000;

/** In items; `signal` aborts once nobody waits, and `unreadable` gets the sort keys of what cannot be read. */
export type Spending = {
  read: number;
  written: number;
  readonly signal?: AbortSignal | undefined;
  readonly unreadable?: Set<string>;
};

const calls = new AsyncLocalStorage<Spending>();

/** Counts into `spending` what `work` uses of the table, and ends its reads where they are too many or not wanted. */
export const withSpending = <T>(spending: Spending, work: () => T): T => calls.run(spending, work);

/** Before a page of a query: refuses where nobody waits for it (busy), and where that is too much (tooLarge). */
export function checkSpending(): void {
  const call = calls.getStore();
  if (call?.signal?.aborted) throw busy(call.signal.reason);
  if (call && call.read >= MOST_ROWS) throw tooMuchAtOnce();
}

export const noteUnreadable = ({ sk }: Item): void => void calls.getStore()?.unreadable?.add(String(sk));

export function spend(kind: "read" | "written", items: number): void {
  const call = calls.getStore();
  if (call) call[kind] += items;
}
