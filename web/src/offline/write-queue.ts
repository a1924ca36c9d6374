import type { Endpoint } from "@coffer/contract/endpoint";
import { DAY_MS } from "@coffer/domain/time/day";
import type { QueryClient } from "@tanstack/react-query";
import { NotStored } from "../api/api-error.ts";
import { onTabNews, tellTabs } from "../api/tabs.ts";
import { deliver, isConnected, type WireRequest } from "../api/wire.ts";
import { takeLock } from "../browser/locks.ts";
import { readWrite, storedWrites, waitingStore } from "./browser-stores.ts";
import { orNetwork } from "./or-network.ts";
import { createQueue, type QueueStore } from "./queue.ts";
import type { SealedTable } from "./sealed-table.ts";
import { standInFor } from "./stand-in.ts";
import { throttled } from "./throttled.ts";
import { type WaitingWrite, waitingWrites } from "./waiting-writes.ts";

const RETRY_MS = 15_000;
const TELL_MS = 300;
/** Milliseconds for which a page may still use an addition's temporary id. */
const KEEP_SENT_MS = 7 * DAY_MS;

let running: { userId: number; queue: ReturnType<typeof createQueue> } | undefined;

/** Starts sending this user's waiting changes. `onSent` is called with each that the server took. */
export async function startQueue(client: QueryClient, userId: number, onSent: (write: WaitingWrite) => void) {
  const tell = throttled(() => tellTabs({ queueOf: userId }), TELL_MS);
  const queue = createQueue({
    store: browserStore(waitingStore(userId), tell),
    deliver,
    isOnline: () => navigator.onLine,
    // Without a lock, the Idempotency-Key still prevents duplicates.
    async exclusively(run) {
      const release = await takeLock(`coffer-waiting-${userId}`, { ifAvailable: true });
      if (release) await run().finally(release);
    },
    now: () => Date.now(),
    onChange: waitingWrites.set,
    onSent,
  });
  running = { userId, queue };
  // If the store does not answer, each attempt to send reads it again.
  await orNetwork(queue.load()).catch(() => {});
  const flushSoon = () => void queue.flush();
  const listening = new AbortController();
  const { signal } = listening;
  onTabNews((news) => {
    if ("queueOf" in news && news.queueOf === userId) void queue.load().catch(() => {});
  }, signal);
  addEventListener("online", flushSoon, { signal });
  document.addEventListener("visibilitychange", flushSoon, { signal });
  const timer = setInterval(flushSoon, RETRY_MS);
  const unsubscribe = isConnected.subscribe(() => isConnected.get() && flushSoon());
  void queue.forgetSent(Date.now() - KEEP_SENT_MS).catch(() => {});
  flushSoon();
  return {
    sendOrWait: (endpoint: Endpoint, request: WireRequest) =>
      queue.submit(request, () => standInFor(endpoint, request, client, userId)),
    end() {
      queue.end();
      clearInterval(timer);
      listening.abort();
      unsubscribe();
      running = undefined;
      waitingWrites.set([]);
    },
  };
}

export const forget = async (write: WaitingWrite): Promise<void> => running?.queue.forget(write);
export const resend = async (write: WaitingWrite, changed: Partial<WaitingWrite>): Promise<void> =>
  running?.queue.resend(write, changed);

export async function forgetAll(): Promise<void> {
  if (!running) return;
  const store = waitingStore(running.userId);
  for (const { order } of await storedWrites(store)) await store.remove(order);
  tellTabs({ queueOf: running.userId });
  await running.queue.load();
}

/** Rejects with NotStored if the browser has no room or blocks its storage: the form then keeps what was typed. */
function browserStore(table: SealedTable, tell: () => void): QueueStore {
  const orNotStored = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw new NotStored("This browser cannot keep the change until the network is back.", { cause: error });
    }
  };
  return {
    all: () => orNotStored(storedWrites(table)),
    update: (order, change) =>
      orNotStored(
        table.update(order, (stored) => change(stored === undefined ? undefined : readWrite(order, stored))),
      ).finally(tell),
  };
}
