import { within } from "../browser/limit.ts";
import { SHARED_AT, SHARED_CACHE, SHARED_FILE, SHARED_NAME } from "./messages.ts";

const LIMIT_MS = 5_000;
/** Milliseconds after which a file that was not opened is deleted. */
const KEPT_MS = 10 * 60_000;

/** Returns and removes the file that another app shared with the installed product; undefined if there is none. */
export const takeSharedFile = (): Promise<File | undefined> =>
  within(LIMIT_MS, take()).catch(() => undefined);

async function take(): Promise<File | undefined> {
  if (!(await caches.has(SHARED_CACHE))) return undefined;
  const cache = await caches.open(SHARED_CACHE);
  const response = await cache.match(SHARED_FILE);
  await caches.delete(SHARED_CACHE);
  if (!response || isOld(response)) return undefined;
  const name = decodeURIComponent(response.headers.get(SHARED_NAME) ?? "shared");
  return new File([await response.blob()], name);
}

const isOld = ({ headers }: Response) => Number(headers.get(SHARED_AT)) < Date.now() - KEPT_MS;

/** Called when a session ends, so that the next user does not get the file. */
export async function forgetSharedFile(): Promise<void> {
  try {
    await within(LIMIT_MS, caches.delete(SHARED_CACHE));
  } catch {
    // There are no caches over plain http, nor where the browser blocks its storage.
  }
}

/** Called when a page starts. Deletes an old file, whether or not the import is ever opened. */
export async function forgetOldSharedFile(): Promise<void> {
  if (await within(LIMIT_MS, isOldShared())) await forgetSharedFile();
}

async function isOldShared(): Promise<boolean> {
  const cache = (await caches.has(SHARED_CACHE)) ? await caches.open(SHARED_CACHE) : undefined;
  const response = await cache?.match(SHARED_FILE);
  return response !== undefined && isOld(response);
}
