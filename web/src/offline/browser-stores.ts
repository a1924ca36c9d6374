import type { User } from "@coffer/domain/account/user";
import { clear, del, get, set, type UseStore } from "idb-keyval";
import { databaseNames, openTable } from "../browser/database.ts";
import { tabStorage } from "../browser/web-storage.ts";
import { forgetStorageOfOthers } from "../session/own-storage.ts";
import { forgetSharedFile } from "../worker/shared-file.ts";
import { type SealedTable, sealedTable } from "./sealed-table.ts";
import { forgetKey, userKey } from "./user-key.ts";
import type { WaitingWrite } from "./waiting-writes.ts";

/**
 * The databases in which a browser stores a person's data beyond the page. Cached reads ("seen") are deleted with the
 * session. Changes that wait for the network and half-sent imports are encrypted ("sealed") and stay for the person's
 * return. The last user is remembered until the session ends, so that the product opens offline.
 */
const NAME = /^coffer-(seen|waiting)-(\d+)$/;
const LAST_USER = "user";

const tables = new Map<string, UseStore>();
function tableOf(database: string, table = "kept"): UseStore {
  const found = tables.get(database) ?? openTable(database, table);
  tables.set(database, found);
  return found;
}

export const seenStore = (userId: number): UseStore => tableOf(`coffer-seen-${userId}`);
export const waitingStore = (userId: number): SealedTable =>
  sealedTable(tableOf(`coffer-waiting-${userId}`), () => userKey(userId));

/** Half-sent imports, by user and ledger. */
const importTable = (): UseStore => tableOf("coffer-import", "running");
export const importStore = (userId: number): SealedTable => sealedTable(importTable(), () => userKey(userId));
export const importName = (userId: number, ledgerId: number | undefined) => `${userId}-${ledgerId ?? 0}`;

export const storedWrites = async (store: Pick<SealedTable, "all">): Promise<WaitingWrite[]> =>
  (await store.all()).map(([order, stored]) => readWrite(order, stored));

/** Reads a stored change, which another version of this page may have written. */
export function readWrite(order: string, stored: unknown): WaitingWrite {
  const { method, path, at } = Object(stored);
  if (typeof method === "string" && typeof path === "string" && typeof at === "number")
    return { ...Object(stored), order };
  const message = "This browser cannot read what it stored. Enter it again.";
  return { order, at: 0, method: "", path: "", body: stored, standIn: undefined, refused: { message } };
}

const lastUser = () => tableOf("coffer-last");
export const rememberUser = (user: User): Promise<void> => set(LAST_USER, user, lastUser());
export async function rememberedUser(): Promise<User | undefined> {
  const user = await get<User>(LAST_USER, lastUser()).catch(() => undefined);
  return typeof user?.id === "number" ? user : undefined;
}

/** Deletes readable data when a session ends; sealed values stay. Deletes each part even if another fails. */
export async function forgetSeen(): Promise<void> {
  forgetStorageOfOthers();
  for (const name of tabStorage.names()) tabStorage.removeItem(name);
  await Promise.allSettled([forgetKey(), del(LAST_USER, lastUser()), forgetSharedFile(), forgetReadable()]);
}

/** Deletes, when somebody signs in, readable data of others, whose sessions may have ended while no page was open. */
export async function forgetOthers(userId: number): Promise<void> {
  forgetStorageOfOthers(userId);
  await forgetReadable(userId);
}

/** Clears databases instead of deleting them: another tab that has one open would block its deletion. */
async function forgetReadable(exceptOf?: number): Promise<void> {
  const isOthers = (name: string) => !name.startsWith(`${exceptOf}-`);
  const imports = sealedTable(importTable(), () => userKey(0)).removeUnsealed(isOthers);
  const names = await databaseNames().catch(() => [...tables.keys()]);
  await Promise.allSettled([imports, ...names.map((name) => forgetDatabase(name, exceptOf))]);
}

async function forgetDatabase(name: string, exceptOf?: number): Promise<void> {
  const [, kind, ownerId] = NAME.exec(name) ?? [];
  if (kind === undefined || Number(ownerId) === exceptOf) return;
  if (kind === "seen") await clear(tableOf(name));
  // Changes that could not be sealed stay queued when their user signs out.
  else if (exceptOf !== undefined) await waitingStore(Number(ownerId)).removeUnsealed();
}
