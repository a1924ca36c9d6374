import type { Id } from "@coffer/domain/id";
import type { LedgerId } from "../../api/call.ts";
import type { SentRow } from "../../api/imports.ts";
import { shownUser } from "../../api/wire.ts";
import type { Theirs } from "../../import/comparison.ts";
import { importName, importStore } from "../../offline/browser-stores.ts";

/** A running import, stored on this device until its last portion is answered. */
export type RunningImport = {
  batch: string;
  source: string;
  /** The account's holder; undefined in a budget of one person. */
  paidBy?: Id | undefined;
  /** The figures of the other program, which are compared with Coffer's after the import. */
  theirs?: Theirs | undefined;
  portions: SentRow[][];
  done: number;
  added: number;
  already: number;
  /** Absent if an earlier version of the page began the import. */
  leftOut?: number;
  toReview?: number;
  moved?: number;
  refused: {
    description: string;
    message: string;
    /** Absent if an earlier version of the page began the import. */
    date?: string | undefined;
    categoryId?: Id | undefined;
  }[];
  /** The entry of the whole import, once anything was added. */
  entryId?: string | undefined;
};

/** Without storage, as in a private window, the file has to be imported again; its duplicates are recognized. */
export async function storedImport(ledgerId: LedgerId): Promise<RunningImport | undefined> {
  const { store, name, progress } = stored(ledgerId);
  const [running, latest] = await Promise.all(
    [name, progress].map((one) => store.get(one).catch(() => undefined)),
  );
  if (!isRunning(running)) return undefined;
  return Object(latest).batch === running.batch ? { ...running, ...Object(latest) } : running;
}

export const storeImport = (ledgerId: LedgerId, running: RunningImport) => {
  const { store, name } = stored(ledgerId);
  return store.set(name, running).catch(() => {});
};

/** Does not store the rows, which a long import would write again with each portion. */
export const storeProgress = (
  ledgerId: LedgerId,
  { portions: _, theirs: _of, ...running }: RunningImport,
) => {
  const { store, progress } = stored(ledgerId);
  return store.set(progress, running).catch(() => {});
};

export const forgetImport = async (ledgerId: LedgerId) => {
  const { store, name, progress } = stored(ledgerId);
  for (const one of [name, progress]) await store.remove(one).catch(() => {});
};

/** Keyed by user too, so that nobody sees another's rows. */
function stored(ledgerId: LedgerId) {
  const userId = shownUser()?.id ?? 0;
  const name = importName(userId, ledgerId);
  return { store: importStore(userId), name, progress: `${name}-progress` };
}

const isRunning = (stored: unknown): stored is RunningImport => Array.isArray(Object(stored).portions);
