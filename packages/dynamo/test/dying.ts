import { createClient } from "../src/client.ts";

/** What a client throws once it is dead. */
export class Killed extends Error {}

/** A client that makes `writes` more writes and then nothing: as if its process had been killed there. */
export function dyingClient(endpoint: string, writes: number) {
  const client = createClient(endpoint);
  let left = writes;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const writing = /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(context.commandName ?? "");
      if (writing && left-- <= 0) throw new Killed();
      return next(args);
    },
    { step: "initialize", name: "dying" },
  );
  return client;
}
