import { within } from "./limit.ts";

/** Milliseconds after which the page goes on without a lock that is not granted, if nothing else is given. */
const LIMIT_MS = 1_000;

export const hasLocks = (): boolean => "locks" in navigator;

/**
 * Waits for a lock that all tabs share; returns what releases it. The page goes on without one where the browser has
 * none (as over plain http), refuses it or does not grant it in time. Undefined if it is wanted `ifAvailable` only,
 * and another tab has it.
 */
export async function takeLock(
  name: string,
  options: LockOptions,
  limit = LIMIT_MS,
): Promise<(() => void) | undefined> {
  const released = Promise.withResolvers<void>();
  const granted = Promise.withResolvers<boolean>();
  const release = () => released.resolve();
  try {
    navigator.locks
      .request(name, options, (lock) => {
        granted.resolve(lock !== null);
        return lock ? released.promise : undefined;
      })
      .catch(granted.reject);
    return (await within(limit, granted.promise)) ? release : undefined;
  } catch {
    // If granted later, released at once.
    release();
    return release;
  }
}
