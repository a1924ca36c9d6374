import type { User } from "@coffer/domain/account/user";
import type { QueryClient } from "@tanstack/react-query";
import { invalidate } from "../api/invalidate.ts";
import type { LedgerId } from "../api/query-key.ts";
import { currentUser } from "../api/session.ts";
import type { Changed } from "../api/tabs.ts";
import { isConnected } from "../api/wire.ts";
import { forgetSeen, storedWrites, throttled, waitingStore } from "./browser-stores.ts";
import { keepSeen, stopKeeping } from "./keep-seen.ts";
import { setQueueStart, type WaitingWrite, waitingWrites } from "./waiting-writes.ts";

/** Milliseconds between two readings of what a long queue makes out of date: the reads take from its writes' share. */
const REFRESH_MS = 2_000;
/** Milliseconds after which what no screen shows is loaded. */
const QUEUE_AFTER_MS = 3_000;

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
  const left = new Map<LedgerId, Set<Changed>>();
  const refreshSent = throttled(() => {
    for (const [ledgerId, kinds] of left) for (const changed of kinds) invalidate(client, ledgerId, changed);
    left.clear();
  }, REFRESH_MS);
  const onSent = ({ budget: ledgerId, path }: WaitingWrite) => {
    const kinds = left.get(ledgerId) ?? new Set();
    left.set(ledgerId, kinds.add(path.startsWith("/api/financial-goals") ? "goals" : "transactions"));
    refreshSent();
  };
  let isOver = false;
  let queue: Promise<() => void> | undefined;
  const startQueue = async () => {
    if (isOver) return;
    queue ??= import("./write-queue.ts").then((code) => code.startQueue(client, user.id, onSent));
    await queue;
  };
  setQueueStart(startQueue);
  waitingWrites.set(await storedWrites(waitingStore(user.id)).catch(() => []));
  const isAnyWaiting = waitingWrites.get().length > 0;
  // Its code is needed once the network is gone.
  setTimeout(() => void startQueue().catch(() => {}), isAnyWaiting ? 0 : QUEUE_AFTER_MS);
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
    isOver = true;
    setQueueStart(undefined);
    void queue?.then((end) => end());
    stopKeeping(client);
    keptFor = undefined;
    void forgetSeen().catch(() => {});
  });
}
