import { SHARED_CACHE, SHARED_FILE, SHARED_NAME } from "../worker/messages.ts";

/** The file that another app shared with the installed product; once. */
export async function takeShared(): Promise<File | undefined> {
  if (!("caches" in globalThis) || !(await caches.has(SHARED_CACHE))) return undefined;
  const cache = await caches.open(SHARED_CACHE);
  const response = await cache.match(SHARED_FILE);
  await caches.delete(SHARED_CACHE);
  if (!response) return undefined;
  const name = decodeURIComponent(response.headers.get(SHARED_NAME) ?? "shared");
  return new File([await response.blob()], name);
}
