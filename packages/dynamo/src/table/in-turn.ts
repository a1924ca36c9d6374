/** The pause after a part, as a multiple of the time that it took, at most LONGEST_MS. */
const PAUSE = 3;
const LONGEST_MS = 15;

/** Runs tasks of the same key one after the other, with a pause after each part of a longer task. */
export function createTurns() {
  const last = new Map<unknown, Promise<void>>();
  return async function inTurn<T>(key: unknown, run: () => Promise<T>, { isPart = false } = {}): Promise<T> {
    const before = last.get(key);
    const { promise: turn, resolve: end } = Promise.withResolvers<void>();
    last.set(key, turn);
    await before;
    const began = performance.now();
    try {
      return await run();
    } finally {
      const isLast = last.get(key) === turn;
      if (isLast) last.delete(key);
      if (isPart && !isLast) setTimeout(end, Math.min(LONGEST_MS, PAUSE * (performance.now() - began)));
      else end();
    }
  };
}
