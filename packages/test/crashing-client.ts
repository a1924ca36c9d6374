import { createClient } from "../dynamo/src/table/client.ts";

const WRITES = /^(Put|Update|Delete|TransactWrite|BatchWrite)/;

/** The error of a crashed client. */
export class Crash extends Error {}

/**
 * A client that calls `before` ahead of each command, with the command's name without "Item" and "Command", such as
 * "Put" or "TransactWrite".
 */
export function interruptedClient(endpoint: string, before: (command: string) => void | Promise<void>) {
  const client = createClient(endpoint);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      await before(nameOf(context.commandName));
      return next(args);
    },
    { step: "initialize", name: "interrupted" },
  );
  return client;
}

/** The number of the request or write at which a client crashes, counted from 1. */
export type CrashPoint = { at: number; of?: "requests" | "writes"; when: "before" | "after" };

/**
 * The client of a process that crashes before the engine gets a request, or after the engine has executed it but
 * before the answer arrives. Later requests are not sent.
 */
export function crashingClient(endpoint: string, { at, of = "requests", when }: CrashPoint) {
  const client = createClient(endpoint);
  let count = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      if (of === "requests" || WRITES.test(nameOf(context.commandName))) count += 1;
      if (count > at || (count === at && when === "before")) throw new Crash();
      const answer = await next(args);
      if (count >= at) throw new Crash();
      return answer;
    },
    { step: "initialize", priority: "high" },
  );
  return client;
}

const nameOf = (command = "") => command.replace(/(Items?)?Command$/, "");
