import type { Endpoint } from "@coffer/contract/endpoint";
import { DAY_MS } from "@coffer/domain/time/duration";
import type { QueryClient } from "@tanstack/react-query";
import { clear, promisifyRequest, type UseStore } from "idb-keyval";
import { NotStored } from "../api/api-error.ts";
import { onTabNews, tellTabs } from "../api/tabs.ts";
import { deliver, isConnected, type WireRequest } from "../api/wire.ts";
import { storedWrites, throttled, waitingStore } from "./browser-stores.ts";
import { createQueue, type QueueStore } from "./queue.ts";
import { standInFor } from "./stand-in.ts";
import { type WaitingWrite, waitingWrites } from "./waiting-writes.ts";

const RETRY_MS = 15_000;
const TELL_MS = 300;
/** For which a page may still name what was sent by its first id. */
const NAMED_FOR = 7 * DAY_MS;

let running: { userId: number; queue: ReturnType<typeof createQueue> } | undefined;

/** Sends what waits of this user. `onSent` is called with each that has left. */
export async function startQueue(client: QueryClient, userId: number, onSent: (write: WaitingWrite) => void) {
  const tell = throttled(() => tellTabs({ queueOf: userId }), TELL_MS);
  const queue = createQueue({
    store: browserStore(waitingStore(userId), tell),
    deliver,
    isOnline: () => navigator.onLine,
    exclusively: (run) =>
      // Over plain http there are no locks: the Idempotency-Key still makes two sendings one.
      "locks" in navigator
        ? navigator.locks.request(`coffer-waiting-${userId}`, { ifAvailable: true }, (lock) =>
            lock ? run() : undefined,
          )
        : run(),
    now: () => Date.now(),
    onChange: waitingWrites.set,
    onSent,
  });
  running = { userId, queue };
  await queue.load().catch(() => {});
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
  void queue.forgetSent(Date.now() - NAMED_FOR).catch(() => {});
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
  await clear(waitingStore(running.userId));
  tellTabs({ queueOf: running.userId });
  await running.queue.load();
}

/** Rejects where the browser has no room, or refuses: the form then stays open with what was typed. */
function browserStore(use: UseStore, tell: () => void): QueueStore {
  return {
    all: () => storedWrites(use),
    async update(order, change) {
      try {
        return await use("readwrite", async (objects) => {
          const after = change(await promisifyRequest<WaitingWrite | undefined>(objects.get(order)));
          if (after) objects.put(after, order);
          else objects.delete(order);
          await promisifyRequest(objects.transaction);
          return after;
        });
      } catch (error) {
        throw new NotStored("This browser has no room to keep the change until the network is back.", {
          cause: error,
        });
      } finally {
        tell();
      }
    },
  };
}
