/** A read that runs or waits, and the one that follows it. */
type Run<T> = {
  requests: number;
  latest: number;
  begins: PromiseWithResolvers<void>;
  answer: PromiseWithResolvers<T>;
  next?: Run<T>;
};

/**
 * Shares equal reads: requests that arrive while one runs wait for the next, which answers all of them. That read begins
 * after the last of them has arrived, so each sees every write acknowledged before it. The latest request runs it.
 */
export function createSharedReads<T>() {
  const running = new Map<string, Run<T>>();
  let arrivals = 0;

  const newRun = (): Run<T> => ({
    requests: 0,
    latest: 0,
    begins: Promise.withResolvers(),
    answer: Promise.withResolvers(),
  });

  async function runNow(key: string, run: Run<T>, read: (isAlone: boolean) => Promise<T>): Promise<T> {
    try {
      return await read(run.requests === 1);
    } finally {
      if (run.next) running.set(key, run.next);
      else running.delete(key);
      run.next?.begins.resolve();
    }
  }

  return {
    /** Numbers a request; called before anything is read for it. */
    arrive: () => ++arrivals,

    /** `isAlone`: the read answers a single request. */
    async share(key: string, arrival: number, read: (isAlone: boolean) => Promise<T>): Promise<T> {
      const current = running.get(key);
      if (!current) {
        const first = { ...newRun(), requests: 1 };
        running.set(key, first);
        return runNow(key, first, read);
      }
      current.next ??= newRun();
      const { next } = current;
      next.requests += 1;
      next.latest = Math.max(next.latest, arrival);
      await next.begins.promise;
      if (arrival === next.latest) next.answer.resolve(runNow(key, next, read));
      return next.answer.promise;
    },
  };
}
