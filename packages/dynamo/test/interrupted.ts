import { createClient } from "../src/client.ts";

/** A client that lets something happen before each of its commands, named as in "PutItem" without "Item": "Put". */
export function interruptedClient(endpoint: string, before: (command: string) => void | Promise<void>) {
  const client = createClient(endpoint);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      await before((context.commandName ?? "").replace(/(Items?)?Command$/, ""));
      return next(args);
    },
    { step: "initialize", name: "interrupted" },
  );
  return client;
}

/** What a client throws once it is dead. */
export class Killed extends Error {}

/** A client that makes `writes` more writes and then nothing: as if its process had been killed there. */
export function dyingClient(endpoint: string, writes: number) {
  let left = writes;
  return interruptedClient(endpoint, (command) => {
    if (/^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(command) && left-- <= 0) throw new Killed();
  });
}
