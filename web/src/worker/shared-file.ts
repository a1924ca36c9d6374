import { within } from "../browser/limit.ts";
import { SHARED_CACHE, SHARED_FILE, SHARED_NAME } from "./messages.ts";

const LIMIT_MS = 5_000;

/** The file that another app shared with the installed product; once. Undefined where the browser does not give it. */
export const takeSharedFile = (): Promise<File | undefined> =>
  within(LIMIT_MS, take()).catch(() => undefined);

async function take(): Promise<File | undefined> {
  if (!(await caches.has(SHARED_CACHE))) return undefined;
  const cache = await caches.open(SHARED_CACHE);
  const response = await cache.match(SHARED_FILE);
  await caches.delete(SHARED_CACHE);
  if (!response) return undefined;
  const name = decodeURIComponent(response.headers.get(SHARED_NAME) ?? "shared");
  return new File([await response.blob()], name);
}
