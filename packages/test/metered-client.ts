import { createClient, meterCapacity } from "../dynamo/src/table/client.ts";

/** A client that counts what its commands consume: read and write units, and round trips, in all and in a row. */
export function meteredClient(endpoint: string) {
  const client = createClient(endpoint);
  const consumed = meterCapacity(client);
  let inARow = 0;
  let underWay = 0;
  let release = Promise.withResolvers<void>();
  // Answers arrive together, so that only what waits for an answer is sent after it.
  client.middlewareStack.add(
    (next) => async (args) => {
      underWay += 1;
      const { promise } = release;
      try {
        return await next(args);
      } finally {
        underWay -= 1;
        if (underWay === 0) {
          inARow += 1;
          release.resolve();
          release = Promise.withResolvers();
        }
        await promise;
      }
    },
    { step: "initialize", priority: "high", name: "together" },
  );
  return {
    client,
    /** Units that `work` consumed. */
    async measure(work: () => Promise<unknown>) {
      consumed();
      inARow = 0;
      await work();
      return { ...consumed(), inARow };
    },
  };
}
