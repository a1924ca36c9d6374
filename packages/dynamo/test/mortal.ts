import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createClient } from "../src/client.ts";

/**
 * A client of a process that dies at its n-th request (1 for the first): before the engine gets that request, or
 * once the engine has carried it out and before the answer arrives. Nothing it sends after that arrives.
 */
export function mortalClient(endpoint: string, n: number, when: "before" | "after"): DynamoDBClient {
  const client = createClient(endpoint);
  let sent = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      sent += 1;
      if (sent > n || (sent === n && when === "before")) throw new Error("killed");
      const answer = await next(args);
      if (sent >= n) throw new Error("killed");
      return answer;
    },
    { step: "initialize", priority: "high" },
  );
  return client;
}
