import { createClient } from "../dynamo/src/client.ts";

type ConsumedCapacity = { CapacityUnits?: number };

/** A client that counts what its commands consume: read and write units, and round trips. */
export function meteredClient(endpoint: string) {
  const client = createClient(endpoint);
  const used = { reads: 0, writes: 0, trips: 0 };
  client.middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "INDEXES" });
      const result = await next(args);
      const consumed: ConsumedCapacity | ConsumedCapacity[] | undefined = Object(
        result.output,
      ).ConsumedCapacity;
      const units = [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      used[/^(Get|BatchGet|Query|Scan)/.test(context.commandName ?? "") ? "reads" : "writes"] += units;
      used.trips++;
      return result;
    },
    { step: "initialize", name: "metered" },
  );
  return {
    client,
    /** What `work` consumed. */
    async measure(work: () => Promise<unknown>) {
      Object.assign(used, { reads: 0, writes: 0, trips: 0 });
      await work();
      return { ...used };
    },
  };
}
