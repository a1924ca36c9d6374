import type { WrittenEntry } from "../../api/call.ts";
import type { SentRow } from "../../api/imports.ts";

/** An import that is under way, as this device keeps it until its last portion is answered. */
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

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return promised(request);
}

function promised<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise;
}

const keyOf = (budget: number | undefined) => budget ?? 0;

/** What was not finished in a budget; undefined where everything was, or the browser keeps nothing. */
export async function storedImport(budget: number | undefined): Promise<RunningImport | undefined> {
  try {
    const database = await open();
    return await promised(database.transaction(STORE).objectStore(STORE).get(keyOf(budget)));
  } catch {
    return undefined;
  }
}

/** Without storage, as in a private window, an import that is cut off is begun again with the same file. */
export async function storeImport(running: RunningImport): Promise<void> {
  try {
    const database = await open();
    const store = database.transaction(STORE, "readwrite").objectStore(STORE);
    await promised(store.put(running, keyOf(running.budget)));
  } catch {
    // The rows that came in are known again, so nothing is doubled.
  }
}

export async function forgetImport(budget: number | undefined): Promise<void> {
  try {
    const database = await open();
    await promised(database.transaction(STORE, "readwrite").objectStore(STORE).delete(keyOf(budget)));
  } catch {
    // Nothing was stored.
  }
}
