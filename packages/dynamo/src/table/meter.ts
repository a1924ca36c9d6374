import type { ConsumedCapacity, DynamoDBClient } from "@aws-sdk/client-dynamodb";

export type Consumed = { reads: number; writes: number; trips: number };

/** Measures what a client's commands consume. The returned function returns the amount since its last call. */
export function meterCapacity(client: DynamoDBClient): () => Consumed {
  let used: Consumed = { reads: 0, writes: 0, trips: 0 };
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
  return () => {
    const since = used;
    used = { reads: 0, writes: 0, trips: 0 };
    return since;
  };
}
