import { isConnected, networkAnswered } from "../api/wire.ts";
import { failingStorage } from "../browser/database.ts";
import { delay } from "../browser/limit.ts";

/** Milliseconds that reading a browser store may take once the network has answered. */
const PATIENCE_MS = 300;

/**
 * Resolves with the stored value, or with undefined if the network answers and the store does not follow in time.
 * Without a network it waits until the store's own time limit.
 */
export const orNetwork = <T>(stored: Promise<T>): Promise<T | undefined> =>
  Promise.race([stored, networkIsFaster()]);

async function networkIsFaster(): Promise<undefined> {
  await networkAnswered;
  if (!failingStorage.get().has("readonly")) await delay(PATIENCE_MS);
  if (!isConnected.get()) await reconnected();
  return undefined;
}

function reconnected(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = isConnected.subscribe(() => {
      if (!isConnected.get()) return;
      unsubscribe();
      resolve();
    });
  });
}
