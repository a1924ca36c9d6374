import type { Endpoint } from "@coffer/contract/endpoint";
import type { QueryClient } from "@tanstack/react-query";
import { clear, del, entries, set } from "idb-keyval";
import { ApiError } from "../api/api-error.ts";
import { deliver, isConnected, NotSent, type WireReply, type WireRequest } from "../api/wire.ts";
import { waitingStore } from "./browser-stores.ts";
import { standInFor } from "./stand-in.ts";
import { type WaitingWrite, waitingWrites } from "./waiting-writes.ts";

/** Between the tabs of one browser, which share the queue. */
const TABS = "coffer-waiting";
const RETRY_MS = 15_000;

let userId: number | undefined;
let queries: QueryClient | undefined;
let onSent: (write: WaitingWrite) => void = () => {};

/** Begins with what waits of this user, and sends it. `sent` is called with each that has left. Returns the end. */
export async function startQueue(
  client: QueryClient,
  user: number,
  sent: typeof onSent,
): Promise<() => void> {
  userId = user;
  queries = client;
  onSent = sent;
  await load();
  const tabs = new BroadcastChannel(TABS);
  tabs.onmessage = () => void load();
  const flushSoon = () => void flush();
  addEventListener("online", flushSoon);
  document.addEventListener("visibilitychange", flushSoon);
  const timer = setInterval(() => waitingWrites.get().length > 0 && flushSoon(), RETRY_MS);
  const unsubscribe = isConnected.subscribe(() => isConnected.get() && flushSoon());
  flushSoon();
  return () => {
    tabs.close();
    clearInterval(timer);
    removeEventListener("online", flushSoon);
    document.removeEventListener("visibilitychange", flushSoon);
    unsubscribe();
    userId = undefined;
    waitingWrites.set([]);
  };
}

async function load(): Promise<void> {
  if (userId === undefined) return;
  const all = await entries<string, WaitingWrite>(waitingStore(userId)).catch(() => []);
  waitingWrites.set(all.map(([, write]) => write).sort((a, b) => (a.order < b.order ? -1 : 1)));
}

/** Sends a change; stores it where the network is gone, or where others wait before it. */
export async function sendOrWait(endpoint: Endpoint, request: WireRequest): Promise<WireReply> {
  if (userId === undefined) return deliver(request);
  if (waitingWrites.get().length === 0) {
    try {
      return await deliver(request);
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
    }
  }
  const standIn = await enqueue(endpoint, request, userId);
  void flush();
  return { json: standIn, entryId: null, next: null };
}

/** Stores a change, or what becomes of one that waits already: an edit of it, or nothing where it is deleted. */
async function enqueue(endpoint: Endpoint, request: WireRequest, user: number): Promise<unknown> {
  const waiting = waitingWrites.get();
  const id = Number(request.params?.id);
  const earlier = waiting.find(({ method, standIn }) => method === "POST" && Object(standIn).id === id);
  if (earlier && request.method === "DELETE") {
    await forget(earlier);
    return undefined;
  }
  const standIn = standInFor(endpoint, request, queries, user);
  const order = earlier?.order ?? `${String(Date.now()).padStart(15, "0")} ${request.key ?? ""}`;
  const write: WaitingWrite =
    earlier && request.method === "PUT"
      ? { ...earlier, body: request.body, standIn: { ...Object(standIn), id }, refused: undefined }
      : { ...request, order: after(order, waiting), at: Date.now(), standIn };
  await store(write, user);
  return write.standIn;
}

/** Behind all others, even where the clock was set back meanwhile. */
function after(order: string, waiting: readonly WaitingWrite[]): string {
  const last = waiting.at(-1)?.order ?? "";
  return order > last ? order : `${last}~`;
}

/** Throws where the browser has no room, or refuses: the form then stays open with what was typed. */
async function store(write: WaitingWrite, user: number): Promise<void> {
  try {
    await set(write.order, write, waitingStore(user));
  } catch (error) {
    throw new Error("This browser has no room to keep the change until the network is back.", {
      cause: error,
    });
  }
  await changed();
}

export async function forget({ order }: WaitingWrite): Promise<void> {
  if (userId === undefined) return;
  await del(order, waitingStore(userId));
  await changed();
}

export async function forgetAll(): Promise<void> {
  if (userId === undefined) return;
  await clear(waitingStore(userId));
  await changed();
}

async function changed(): Promise<void> {
  await load();
  const tabs = new BroadcastChannel(TABS);
  tabs.postMessage(null);
  tabs.close();
}

/** Sends what waits, in order and in one tab at a time; the rest stays where the network is gone or a session ended. */
export async function flush(): Promise<void> {
  if (userId === undefined || waitingWrites.get().length === 0) return;
  const user = userId;
  const run = () => sendAll(user);
  // Over plain http there are no locks: the Idempotency-Key still makes two sendings one.
  if (!("locks" in navigator)) return run();
  await navigator.locks.request(`coffer-waiting-${user}`, { ifAvailable: true }, async (lock) => {
    if (lock) await run();
  });
}

async function sendAll(user: number): Promise<void> {
  await load();
  for (let write = next(); write && userId === user; write = next()) {
    try {
      await deliver(write);
    } catch (error) {
      if (!(error instanceof ApiError) || isPassing(error)) break;
      // What somebody else deleted meanwhile is gone as it should be.
      if (!(write.method === "DELETE" && error.status === 404)) {
        const message = error.serverMessage ?? "The server refused this change.";
        await store({ ...write, refused: { message, current: error.current } }, user);
        continue;
      }
    }
    await forget(write);
    onSent(write);
  }
}

const next = () => waitingWrites.get().find(({ refused }) => refused === undefined);

/** What may go better later: an ended session or another's, limits, and a server that is busy or broken. */
const isPassing = ({ status, code }: ApiError) =>
  status === 401 || code === "other-user" || status === 429 || status >= 500;
