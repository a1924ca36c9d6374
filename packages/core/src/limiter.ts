/** Runs at most `atOnce` tasks of a key concurrently; others wait in order. A failed task frees its slot. */
export function createLimiter(atOnce: number) {
  const lines = new Map<unknown, { running: number; waiting: (() => void)[] }>();
  return async <T>(key: unknown, task: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < atOnce) line.running += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}
