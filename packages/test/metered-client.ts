import { createClient } from "../dynamo/src/table/client.ts";
import { meterCapacity } from "../dynamo/src/table/meter.ts";

/** A client that counts what its commands consume: read and write units, and round trips. */
export function meteredClient(endpoint: string) {
  const client = createClient(endpoint);
  const consumed = meterCapacity(client);
  return {
    client,
    /** Units that `work` consumed. */
    async measure(work: () => Promise<unknown>) {
      consumed();
      await work();
      return consumed();
    },
  };
}
