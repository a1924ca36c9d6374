import { promisifyRequest, type UseStore } from "idb-keyval";
import { createStore } from "../ui/base/store.ts";
import { TooSlow, within } from "./limit.ts";

/** Milliseconds to wait for a store: WebKit's sometimes never answers. */
const LIMIT_MS = 5_000;

/** Uses of the browser's databases whose last attempt failed: reading, writing or both. */
export const failingStorage = createStore<ReadonlySet<IDBTransactionMode>>(new Set());

function note(mode: IDBTransactionMode, isFailing: boolean): void {
  const failing = failingStorage.get();
  if (failing.has(mode) === isFailing) return;
  const others = [...failing].filter((one) => one !== mode);
  failingStorage.set(new Set(isFailing ? [...others, mode] : others));
}

/**
 * A table of one of the browser's databases, for idb-keyval. A use fails after a time limit; a failed use changes nothing,
 * even later. The connection is reopened after a failure, or when the database was deleted.
 */
export function openTable(database: string, table: string): UseStore {
  let connecting: Promise<IDBDatabase> | undefined;
  const disconnect = () => {
    void connecting?.then(
      (connection) => connection.close(),
      () => {},
    );
    connecting = undefined;
  };
  const connect = () => {
    connecting ??= open(database, table, disconnect);
    return connecting;
  };

  const attempt: UseStore = async (mode, use) => {
    let transaction: IDBTransaction | undefined;
    let isOver = false;
    const work = async () => {
      const connection = await connect();
      if (isOver) throw new TooSlow();
      transaction = connection.transaction(table, mode);
      return use(transaction.objectStore(table));
    };
    try {
      return await within(LIMIT_MS, work());
    } catch (error) {
      isOver = true;
      abort(transaction);
      disconnect();
      throw error;
    }
  };

  return async (mode, use) => {
    try {
      // The browser may have closed the connection, as when its data is cleared: the second attempt opens a new one.
      const result = await attempt(mode, use).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === "InvalidStateError") return attempt(mode, use);
        throw error;
      });
      note(mode, false);
      return result;
    } catch (error) {
      note(mode, true);
      throw error;
    }
  };
}

function abort(transaction: IDBTransaction | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // It had already closed.
  }
}

/** Opens the existing version, and adds the table if it is missing. */
async function open(
  name: string,
  table: string,
  onClose: () => void,
  version?: number,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version);
  request.onupgradeneeded = () => {
    const { result } = request;
    if (!result.objectStoreNames.contains(table)) result.createObjectStore(table);
  };
  const connection = await promisifyRequest(request);
  if (!connection.objectStoreNames.contains(table)) {
    const next = connection.version + 1;
    connection.close();
    return open(name, table, onClose, next);
  }
  connection.onclose = onClose;
  // Another tab that deletes or upgrades the database would wait for this connection.
  connection.onversionchange = onClose;
  return connection;
}

/** The names of all databases of this origin. */
export async function databaseNames(): Promise<string[]> {
  const databases = await within(LIMIT_MS, indexedDB.databases());
  return databases.map(({ name = "" }) => name);
}
