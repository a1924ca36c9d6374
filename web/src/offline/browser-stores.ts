import type { User } from "@coffer/domain/account/user";
import { clear, createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import { forgetStorageOfOthers } from "../session/own-storage.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/**
 * All that a browser keeps of a person beyond the page, in databases of their own: read data, and changes that wait for
 * the network. The last of a browser's users is remembered until a session's end, so that the product opens offline.
 */
const NAME = /^coffer-(seen|waiting)-(\d+)$/;
const LAST_USER = "user";

const stores = new Map<string, UseStore>();
function storeNamed(name: string, table = "kept"): UseStore {
  const store = stores.get(name) ?? createStore(name, table);
  stores.set(name, store);
  return store;
}

export const seenStore = (userId: number): UseStore => storeNamed(`coffer-seen-${userId}`);
export const waitingStore = (userId: number): UseStore => storeNamed(`coffer-waiting-${userId}`);

/** Files of banks that are half imported, by user and ledger. */
export const importStore = (): UseStore => storeNamed("coffer-import", "running");

export const storedWrites = async (store: UseStore): Promise<WaitingWrite[]> =>
  (await entries<string, WaitingWrite>(store)).map(readable);

/** As another version of this page may have stored it. */
function readable([order, stored]: [string, WaitingWrite]): WaitingWrite {
  const { method, path, at } = Object(stored);
  if (typeof method === "string" && typeof path === "string" && typeof at === "number")
    return { ...stored, order };
  const message = "Another version of Coffer stored this. Enter it anew.";
  return { order, at: 0, method: "", path: "", body: stored, standIn: undefined, refused: { message } };
}

const lastUser = () => storeNamed("coffer-last");
export const rememberUser = (user: User): Promise<void> => set(LAST_USER, user, lastUser());
export const rememberedUser = (): Promise<User | undefined> => get<User>(LAST_USER, lastUser());

/** At a session's end: the changes that wait stay, for the same person alone. */
export async function forgetSeen(): Promise<void> {
  await del(LAST_USER, lastUser());
  forgetStorageOfOthers();
  sessionStorage.clear();
  await clearStores((kind) => kind === "seen");
  await clear(importStore());
}

/** When somebody signs in: nothing of anybody else is left, whose session may have ended while no page was open. */
export async function forgetOthers(userId: number): Promise<void> {
  forgetStorageOfOthers(userId);
  await clearStores((_, ownerId) => ownerId !== userId);
  if ((await rememberedUser())?.id !== userId) await clear(importStore());
}

/** Cleared rather than deleted: another tab may have it open, which would hold the deletion up. */
async function clearStores(isMeant: (kind: string, ownerId: number) => boolean): Promise<void> {
  for (const { name = "" } of await indexedDB.databases()) {
    const [, kind, ownerId] = NAME.exec(name) ?? [];
    if (kind && isMeant(kind, Number(ownerId))) await clear(storeNamed(name));
  }
}

/** Runs once in so many milliseconds, after the last of what it is for. */
export function throttled(run: () => void, ms: number): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      run();
    }, ms);
  };
}
