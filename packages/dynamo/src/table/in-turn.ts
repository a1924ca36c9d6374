/** A pause between parts, in times of what the part took; no longer (milliseconds) where the machine itself is slow. */
const PAUSE = 3;
const LONGEST_MS = 15;

/** Runs what has the same key one after the other, with a pause after each part of something longer. */
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
