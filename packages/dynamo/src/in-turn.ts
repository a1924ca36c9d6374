/**
 * Runs what has the same key one after the other. Where more of it waits, the next begins after a pause as long as the
 * last one took: however much is asked for under one key, the others have half of the time.
 */
export function createTurns() {
  const last = new Map<unknown, Promise<void>>();
  return async function inTurn<T>(key: unknown, run: () => Promise<T>): Promise<T> {
    const before = last.get(key);
    const { promise: turn, resolve: end } = Promise.withResolvers<void>();
    last.set(key, turn);
    await before;
    const began = performance.now();
    try {
      return await run();
    } finally {
      if (last.get(key) === turn) {
        last.delete(key);
        end();
      } else setTimeout(end, performance.now() - began);
    }
  };
}
