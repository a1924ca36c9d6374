import { within } from "./limit.ts";

/** Milliseconds to wait for a lock, by default, before going on without it. */
const LIMIT_MS = 1_000;

export const hasLocks = (): boolean => "locks" in navigator;

/**
 * Waits for a lock that all tabs share; returns the function that releases it. Goes on without a lock if the browser has
 * none (as over plain http), refuses it or does not grant it in time. Returns undefined if `ifAvailable` is set and
 * another tab has the lock.
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
    // A lock that is granted later is released at once.
    release();
    return release;
  }
}
