import { isConnected, networkAnswered } from "../api/wire.ts";
import { failingStorage } from "../browser/database.ts";
import { delay } from "../browser/limit.ts";

/** Milliseconds that what the browser keeps may take once the network has answered. */
const PATIENCE_MS = 300;

/**
 * What the browser keeps, or undefined where it does not answer in time and the network does. Without a network it is
 * waited for up to the limit of the store itself.
 */
export const orNetwork = <T>(kept: Promise<T>): Promise<T | undefined> =>
  Promise.race([kept, networkIsFaster()]);

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
