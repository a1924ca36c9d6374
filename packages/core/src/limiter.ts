/** Runs at most `atOnce` tasks of a key concurrently; others wait in order. A failed task frees its slot. */
export function createLimiter(atOnce: number) {
  const queues = new Map<unknown, { running: number; waiting: (() => void)[] }>();
  return async <T>(key: unknown, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < atOnce) queue.running += 1;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) queues.delete(key);
    }
  };
}
