import type { User } from "@coffer/domain/account/user";
import type { QueryClient } from "@tanstack/react-query";
import { invalidate } from "../api/invalidate.ts";
import type { Budget } from "../api/query-key.ts";
import { currentUser } from "../api/session.ts";
import type { Changed } from "../api/tabs.ts";
import { isConnected } from "../api/wire.ts";
import { forgetSeen } from "./browser-stores.ts";
import { keepSeen, stopKeeping } from "./keep-seen.ts";
import { isOfTransactions } from "./with-waiting.ts";
import { startQueue, throttled } from "./write-queue.ts";

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
  // Many leave one after the other: what they make out of date is read again once in a while.
  const left = new Map<Budget, Set<Changed>>();
  const refreshSent = throttled(() => {
    for (const [budget, kinds] of left) for (const changed of kinds) invalidate(client, budget, changed);
    left.clear();
  });
  const endQueue = await startQueue(client, user.id, (write) => {
    const kinds = left.get(write.budget) ?? new Set();
    left.set(write.budget, kinds.add(isOfTransactions(write) ? "transactions" : "goals"));
    refreshSent();
  });
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
