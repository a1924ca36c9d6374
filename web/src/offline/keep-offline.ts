import type { User } from "@coffer/domain/account/user";
import type { QueryClient } from "@tanstack/react-query";
import { invalidate } from "../api/invalidate.ts";
import { currentUser } from "../api/session.ts";
import { isConnected } from "../api/wire.ts";
import { forgetSeen } from "./browser-stores.ts";
import { keepSeen, stopKeeping } from "./keep-seen.ts";
import { startQueue } from "./write-queue.ts";

let keptFor: number | undefined;
let started: Promise<void> = Promise.resolve();

/** Lets the product open and be written to without a network, for this user until the session ends. */
export function keepOffline(client: QueryClient, user: User): Promise<void> {
  if (keptFor !== user.id) {
    keptFor = user.id;
    started = start(client, user);
  }
  return started;
}

async function start(client: QueryClient, user: User): Promise<void> {
  const endQueue = await startQueue(client, user.id, ({ path, budget }) =>
    invalidate(client, budget, path.startsWith("/api/financial-goals") ? "goals" : "transactions"),
  );
  await keepSeen(client, user);
  const refresh = () => {
    // What was read before the network went is of then.
    if (isConnected.get()) void client.invalidateQueries();
  };
  const unwatch = isConnected.subscribe(refresh);
  const unsubscribe = client.getQueryCache().subscribe(() => {
    if (client.getQueryData(currentUser.queryKey)?.id === user.id) return;
    unsubscribe();
    unwatch();
    endQueue();
    stopKeeping(client);
    keptFor = undefined;
    void forgetSeen().catch(() => {});
  });
}
