/** The pause after a part is this multiple of the time that the part took, at most LONGEST_MS. */
const PAUSE = 3;
const LONGEST_MS = 15;

/**
 * `handed` is the previous task's result for this one: empty if that task was delayed, undefined for the first task of a
 * queue. `end` starts the next task and hands a result on to it.
 */
export type Turn<Handed> = { handed: readonly Handed[] | undefined; end(handed?: readonly Handed[]): void };

/** Runs tasks of the same key one after the other, with a pause after each part of a longer task. */
export function createTurns<Handed>() {
  const last = new Map<unknown, Promise<readonly Handed[]>>();
  return async function inTurn<T>(
    key: unknown,
    run: (turn: Turn<Handed>) => Promise<T>,
    { isPart = false } = {},
  ): Promise<T> {
    const before = last.get(key);
    const { promise: turn, resolve } = Promise.withResolvers<readonly Handed[]>();
    const end = (handed: readonly Handed[] = []) => resolve(handed);
    last.set(key, turn);
    const handed = await before;
    const began = performance.now();
    try {
      return await run({ handed, end });
    } finally {
      const isLast = last.get(key) === turn;
      if (isLast) last.delete(key);
      if (isPart && !isLast) setTimeout(end, Math.min(LONGEST_MS, PAUSE * (performance.now() - began)));
      else end();
    }
  };
}
