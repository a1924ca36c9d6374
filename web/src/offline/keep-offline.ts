import shape from "virtual:shape";
import type { User } from "@coffer/domain/account/user";
import { DAY_MS } from "@coffer/domain/time/day";
import { parseMonth } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import { experimental_createQueryPersister, type PersistedQuery } from "@tanstack/query-persist-client-core";
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { del, delMany, entries, get, set, type UseStore } from "idb-keyval";
import { type LedgerId, SHARED_WITH_ME } from "../api/call.ts";
import { moveToSpend } from "../api/figures.ts";
import { invalidate } from "../api/invalidate.ts";
import { currentUser } from "../api/session.ts";
import type { Changed } from "../api/tabs.ts";
import { isConnected } from "../api/wire.ts";
import { loadCode } from "../loading/load-code.ts";
import { forgetOldSharedFile } from "../worker/shared-file.ts";
import {
  forgetOthers,
  forgetSeen,
  rememberUser,
  seenStore,
  storedWrites,
  waitingStore,
} from "./browser-stores.ts";
import { orNetwork } from "./or-network.ts";
import { throttled } from "./throttled.ts";
import { userKey } from "./user-key.ts";
import { setQueueStart, type WaitingWrite, waitingWrites } from "./waiting-writes.ts";

/** Milliseconds between refetches while a long queue is sent: reads and writes share a rate limit. */
const REFRESH_MS = 2_000;
/** Milliseconds before the queue's code is loaded, after the first screen. */
const QUEUE_AFTER_MS = 3_000;
/** Milliseconds before the key is loaded: after the first screen's reads, and before anything can be typed. */
const KEY_AFTER_MS = 500;
/** Milliseconds for which cached data is shown. */
const MAX_AGE = 30 * DAY_MS;
/** About three years of months, and recent searches; the least recently read are deleted first. */
const MAX_QUERIES = 400;
const MAX_SEARCHES = 40;
/** Milliseconds in which a screen restores all its stored data. */
const TOGETHER_MS = 20;

let startedFor: number | undefined;
let started: Promise<void> = Promise.resolve();

/** Makes the product open and take changes without a network, for this user until the session ends. */
export function keepOffline(client: QueryClient, user: User): Promise<void> {
  if (startedFor !== user.id) {
    startedFor = user.id;
    started = start(client, user);
  }
  return started;
}

async function start(client: QueryClient, user: User): Promise<void> {
  let isOver = false;
  let queue: ReturnType<typeof import("./write-queue.ts")["startQueue"]> | undefined;
  const refreshSent = refresherOfSent(client);
  const onSent = (sent: WaitingWrite) => {
    moveToSpend(client, sent, today(Date.now(), user.timeZone));
    refreshSent(sent);
  };
  const startQueue = async () => {
    if (isOver) return undefined;
    queue ??= loadCode(() => import("./write-queue.ts")).then((code) =>
      code.startQueue(client, user.id, onSent),
    );
    const loading = queue;
    try {
      return (await loading).sendOrWait;
    } catch (error) {
      // Its code could not be loaded. A change goes straight to the server unless others wait before it.
      if (queue === loading) queue = undefined;
      if (waitingWrites.get().length > 0) throw error;
      return undefined;
    }
  };
  setQueueStart(startQueue);
  keepSeen(client, user);
  const startSoon = (ms: number) => setTimeout(() => void startQueue().catch(() => {}), ms);
  // Loads the code and the key that are needed without a network.
  startSoon(QUEUE_AFTER_MS);
  setTimeout(() => void userKey(user.id).catch(() => {}), KEY_AFTER_MS);
  let isStarted = false;
  const waiting = storedWrites(waitingStore(user.id)).then((writes) => {
    if (isOver || writes.length === 0) return;
    waitingWrites.set(writes.filter(({ sentAs }) => sentAs === undefined));
    startSoon(0);
    if (isStarted) void showWaiting(client);
  });
  await orNetwork(waiting).catch(() => {});
  isStarted = true;
  // Data read before the network was lost is out of date.
  const unwatch = isConnected.subscribe(() => isConnected.get() && void client.invalidateQueries());
  const unsubscribe = client.getQueryCache().subscribe(() => {
    if (client.getQueryData(currentUser.queryKey)?.id === user.id) return;
    unsubscribe();
    unwatch();
    isOver = true;
    setQueueStart(undefined);
    queue?.then(({ end }) => end()).catch(() => {});
    stopKeeping(client);
    startedFor = undefined;
    void forgetSeen().catch(() => {});
  });
}

/** Refetches what sent changes made stale, at most once per interval, since many are sent one after the other. */
function refresherOfSent(client: QueryClient): (sent: WaitingWrite) => void {
  const left = new Map<LedgerId, Set<Changed>>();
  const refresh = throttled(() => {
    for (const [ledgerId, kinds] of left) for (const changed of kinds) invalidate(client, ledgerId, changed);
    left.clear();
  }, REFRESH_MS);
  return ({ budget: ledgerId, path }) => {
    const kinds = left.get(ledgerId) ?? new Set();
    left.set(ledgerId, kinds.add(nounOf(path)));
    refresh();
  };
}

function nounOf(path: string): Changed {
  if (path.startsWith("/api/financial-goals")) return "goals";
  return path.startsWith("/api/review") ? "review" : "transactions";
}

/** Nouns whose queries are stored. Rows between two days are not. */
const STORED = new Set(
  "categories transactions review search budgets history goals subscriptions accounts line rules people".split(
    " ",
  ),
);

function isStored({ queryKey }: Query): boolean {
  if (queryKey[0] === SHARED_WITH_ME[0] || queryKey[0] === "notifications") return true;
  return STORED.has(String(queryKey[2])) && !queryKey.includes("between");
}

/** Shows stored data at once, and refetches it. */
function keepSeen(client: QueryClient, user: User): void {
  const store = seenStore(user.id);
  const shown: QueryKey[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Refetches together, since one call reads a whole month, and only after all are restored, so that missing data is not
  // read twice. The persister's own refetch would swallow errors.
  const readAgain = (queryKey: QueryKey) => {
    shown.push(queryKey);
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const queryKey of shown.splice(0)) void client.invalidateQueries({ queryKey, exact: true });
    }, TOGETHER_MS);
  };
  const { persisterFn } = experimental_createQueryPersister<PersistedQuery>({
    storage: {
      getItem: (key) => orNetwork(get<PersistedQuery>(key, store).catch(() => undefined)),
      // Storage may be full or blocked; then only the next start without a network shows nothing.
      setItem: (key, value) => set(key, value, store).catch(() => {}),
      removeItem: (key) => void del(key, store).catch(() => {}),
    },
    serialize: (query) => query,
    async deserialize(query) {
      const shown = { ...query, state: { ...query.state, data: await withQueued(query) } };
      readAgain(query.queryKey);
      return shown;
    },
    buster: shape,
    maxAge: MAX_AGE,
    prefix: String(user.id),
    refetchOnRestore: false,
    filters: { predicate: isStored },
  });
  const options = client.getDefaultOptions();
  client.setDefaultOptions({ ...options, queries: { ...options.queries, persister: persisterFn } });
  const works = [forgetOthers(user.id), rememberUser(user), forgetOld(store), forgetOldSharedFile()];
  for (const work of works) work.catch(() => {});
}

/** Adds waiting changes that were loaded late to the data that is shown already. */
async function showWaiting(client: QueryClient): Promise<void> {
  const lists = client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [, , noun] }) => noun === "transactions" || noun === "review" });
  for (const { queryKey, state } of lists)
    if (state.data !== undefined) client.setQueryData(queryKey, await withQueued({ queryKey, state }));
}

/** A query's data, with the waiting changes applied to a month's rows and to rows in review. */
async function withQueued(query: Pick<PersistedQuery, "queryKey" | "state">): Promise<unknown> {
  const {
    queryKey: [, owner, noun, month],
    state,
  } = query;
  const ledgerId = typeof owner === "number" ? owner : undefined;
  if (noun === "review") {
    const { isReview, withoutDecided } = await loadCode(() => import("./with-waiting.ts"));
    return isReview(state.data) ? withoutDecided(state.data, waitingWrites.get(), ledgerId) : undefined;
  }
  if (noun !== "transactions" || !Array.isArray(state.data)) return state.data;
  const requested = parseMonth(String(month));
  if (!requested || waitingWrites.get().length === 0) return state.data;
  const { withWaiting } = await loadCode(() => import("./with-waiting.ts"));
  return withWaiting(state.data, waitingWrites.get(), { ledgerId, month: requested });
}

function stopKeeping(client: QueryClient): void {
  const { queries: { persister: _, ...queries } = {}, ...options } = client.getDefaultOptions();
  client.setDefaultOptions({ ...options, queries });
}

async function forgetOld(store: UseStore): Promise<void> {
  const all = await entries<string, PersistedQuery>(store);
  const readAt = ([, query]: (typeof all)[number]): number => Object(query?.state).dataUpdatedAt ?? 0;
  const latest = all.sort((a, b) => readAt(b) - readAt(a));
  const isSearch = ([, query]: (typeof all)[number]) => query?.queryKey?.[2] === "search";
  const old = [
    ...latest.filter(isSearch).slice(MAX_SEARCHES),
    ...latest.filter((one) => !isSearch(one)).slice(MAX_QUERIES),
  ];
  await delMany(
    old.map(([key]) => key),
    store,
  );
}
