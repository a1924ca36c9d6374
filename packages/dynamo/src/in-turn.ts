/** Runs what has the same key one after the other. */
export function createTurns() {
  const last = new Map<unknown, Promise<unknown>>();
  return async function inTurn<T>(key: unknown, run: () => Promise<T>): Promise<T> {
    const turn = (last.get(key) ?? Promise.resolve()).then(run, run);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
