import type { Id } from "@coffer/domain/id";
import { hasStatus } from "../../api/api-error.ts";
import type { WrittenEntry } from "../../api/call.ts";
import { type SentRow, sendPortion } from "../../api/imports.ts";
import type { LedgerId } from "../../api/query-key.ts";
import { shownUser } from "../../api/wire.ts";

/** The number of times that a portion is sent at most, and the milliseconds before the second time. */
const MAX_TRIES = 6;
const FIRST_DELAY = 1_000;

/**
 * Sends what is left of an import, portion after portion, and says after each how far it is. A portion that may or may
 * not have come in is sent again: it answers as the first time.
 */
export async function sendImport(
  ledgerId: LedgerId,
  start: RunningImport,
  onProgress: (running: RunningImport) => void,
  signal: AbortSignal,
): Promise<RunningImport> {
  let running = start;
  for (let number = running.done; number < running.portions.length; number++) {
    const rows = running.portions[number] ?? [];
    const { batch, source, paidBy } = running;
    const written: WrittenEntry[] = [];
    const last = number === running.portions.length - 1;
    const send = () => sendPortion(ledgerId, { batch, source, rows, last, paidBy }, number, written);
    const answer = await withRetries(send, signal);
    const refused = answer.refused.map(({ row, message }) => ({
      description: rows[row]?.description ?? "",
      message,
    }));
    running = {
      ...running,
      done: number + 1,
      added: running.added + answer.added,
      already: running.already + answer.already + answer.tied,
      leftOut: (running.leftOut ?? 0) + answer.leftOut,
      refused: [...running.refused, ...refused],
      entryId: running.entryId ?? written[0]?.id,
    };
    await storeImport(ledgerId, running);
    onProgress(running);
  }
  await forgetImport(ledgerId);
  return running;
}

/** Tries again after what may be over soon: no connection, a busy server. */
async function withRetries<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let tried = 1; ; tried++) {
    signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      const isTransient = error instanceof TypeError || hasStatus(error, 429) || hasStatus(error, 503);
      if (!isTransient || tried === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_DELAY * 2 ** (tried - 1)));
    }
  }
}

/** An import that is under way, stored on this device until its last portion is answered. */
export type RunningImport = {
  batch: string;
  source: string;
  /** Whose account the rows are of; undefined in a budget of one person. */
  paidBy?: Id | undefined;
  portions: SentRow[][];
  /** So many portions are answered. */
  done: number;
  added: number;
  already: number;
  /** Absent of one begun by an earlier page. */
  leftOut?: number;
  refused: { description: string; message: string }[];
  /** The entry of the whole import, once anything was added. */
  entryId?: string | undefined;
};

const DATABASE = "coffer-import";
const STORE = "running";

/** Without storage, as in a private window, an import that is cut off is begun again with the same file. */
async function inStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await promised(opening);
    // Left open it would hold up its deletion at the session's end.
    database.onversionchange = () => database.close();
    return await promised(use(database.transaction(STORE, mode).objectStore(STORE)));
  } catch {
    // The rows that came in are known again, so nothing is doubled.
    return undefined;
  }
}

function promised<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}

/** By user as well: the rows of one are never the next one's. */
const storageKey = (ledgerId: LedgerId) => `${shownUser()?.id}-${ledgerId ?? 0}`;

/** Unfinished imports of a budget; undefined where everything was, or the browser stores nothing. */
export const storedImport = (ledgerId: LedgerId): Promise<RunningImport | undefined> =>
  inStore("readonly", (store) => store.get(storageKey(ledgerId)));

export const storeImport = (ledgerId: LedgerId, running: RunningImport) =>
  inStore("readwrite", (store) => store.put(running, storageKey(ledgerId)));

export const forgetImport = (ledgerId: LedgerId) =>
  inStore("readwrite", (store) => store.delete(storageKey(ledgerId)));
