import { createClient, meterCapacity } from "../dynamo/src/table/client.ts";

/** A client that counts the units and round trips of its commands, and the round trips that follow one another. */
export function meteredClient(endpoint: string) {
  const client = createClient(endpoint);
  const consumed = meterCapacity(client);
  let inARow = 0;
  let pending = 0;
  let release = Promise.withResolvers<void>();
  // Concurrent answers arrive together, so that only dependent commands count as following.
  client.middlewareStack.add(
    (next) => async (args) => {
      pending += 1;
      const { promise } = release;
      try {
        return await next(args);
      } finally {
        pending -= 1;
        if (pending === 0) {
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
