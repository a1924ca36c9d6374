import type { WrittenEntry } from "../../api/call.ts";
import type { SentRow } from "../../api/imports.ts";

/** An import that is under way, stored on this device until its last portion is answered. */
export type RunningImport = {
  batch: string;
  source: string;
  budget: number | undefined;
  portions: SentRow[][];
  /** So many portions are answered. */
  done: number;
  added: number;
  already: number;
  refused: { description: string; message: string }[];
  /** The entry of the whole import, once anything was added. */
  written?: WrittenEntry[];
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

const keyOf = (budget: number | undefined) => budget ?? 0;

/** What was not finished in a budget; undefined where everything was, or the browser stores nothing. */
export const storedImport = (budget: number | undefined): Promise<RunningImport | undefined> =>
  inStore("readonly", (store) => store.get(keyOf(budget)));

export const storeImport = (running: RunningImport) =>
  inStore("readwrite", (store) => store.put(running, keyOf(running.budget)));

export const forgetImport = (budget: number | undefined) =>
  inStore("readwrite", (store) => store.delete(keyOf(budget)));
