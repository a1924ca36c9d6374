import shape from "virtual:shape";
import type { User } from "@coffer/domain/account/user";
import { DAY_MS } from "@coffer/domain/time/duration";
import { parseMonth } from "@coffer/domain/time/month";
import { experimental_createQueryPersister, type PersistedQuery } from "@tanstack/query-persist-client-core";
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import { del, delMany, entries, get, set } from "idb-keyval";
import { SHARED_WITH_ME } from "../api/query-key.ts";
import { forgetOthers, rememberUser, seenStore } from "./browser-stores.ts";
import { waitingWrites } from "./waiting-writes.ts";

/** Milliseconds after which what was read is too old to be shown. */
const MAX_AGE = 30 * DAY_MS;
/** Queries, the least recently read go first: some three years of months. */
const MAX_QUERIES = 400;

/** Milliseconds in which what was kept of a screen shows. */
const TOGETHER_MS = 20;

/** Lists of a budget and what names them; searches, and pages of history, are read from the server alone. */
const KEPT = new Set([
  "categories",
  "transactions",
  "budgets",
  "history",
  "goals",
  "subscriptions",
  "rules",
  "people",
]);

function isKept({ queryKey }: Query): boolean {
  if (queryKey[0] === SHARED_WITH_ME[0] || queryKey[0] === "notifications") return true;
  return KEPT.has(String(queryKey[2])) && !queryKey.includes("between");
}

/**
 * From now on the client's data is kept in the browser for this user: what was read before shows at once, and is read
 * again behind it. Where the browser keeps nothing, the product works as it would without.
 */
export async function keepSeen(client: QueryClient, user: User): Promise<void> {
  const store = seenStore(user.id);
  const shown: QueryKey[] = [];
  // Once they show, and together: what is of one month takes one call. The persister's own reading again would leave
  // its failures to nobody.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAgain = (queryKey: QueryKey) => {
    shown.push(queryKey);
    // Each has its time: reading again what is not there yet would be taken for the same reading.
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const queryKey of shown.splice(0)) void client.invalidateQueries({ queryKey, exact: true });
    }, TOGETHER_MS);
  };
  const { persisterFn } = experimental_createQueryPersister<PersistedQuery>({
    storage: {
      getItem: (key) => get<PersistedQuery>(key, store).catch(() => undefined),
      // Storage may be full or refused, which loses nothing but the next start without a network.
      setItem: (key, value) => set(key, value, store).catch(() => {}),
      removeItem: (key) => del(key, store).catch(() => {}),
    },
    serialize: (query) => query,
    async deserialize(query) {
      readAgain(query.queryKey);
      return { ...query, state: { ...query.state, data: await asItWillBe(query) } };
    },
    buster: shape,
    maxAge: MAX_AGE,
    prefix: String(user.id),
    refetchOnRestore: false,
    filters: { predicate: isKept },
  });
  const options = client.getDefaultOptions();
  client.setDefaultOptions({ ...options, queries: { ...options.queries, persister: persisterFn } });
  const begun = forgetOthers(user.id).then(() => rememberUser(user));
  await Promise.all([begun, forgetOld(store)]).catch(() => {});
}

/** The rows of a month, with the changes that wait. */
async function asItWillBe({ queryKey: [, owner, noun, month], state }: PersistedQuery): Promise<unknown> {
  if (noun !== "transactions" || !Array.isArray(state.data)) return state.data;
  const ledgerId = typeof owner === "number" ? owner : undefined;
  const requested = parseMonth(String(month));
  if (!requested || waitingWrites.get().length === 0) return state.data;
  const { withWaiting } = await import("./with-waiting.ts");
  return withWaiting(state.data, waitingWrites.get(), { ledgerId, month: requested });
}

export function stopKeeping(client: QueryClient): void {
  const { queries: { persister: _, ...queries } = {}, ...options } = client.getDefaultOptions();
  client.setDefaultOptions({ ...options, queries });
}

async function forgetOld(store: ReturnType<typeof seenStore>): Promise<void> {
  const all = await entries<string, PersistedQuery>(store);
  const newest = all.sort(([, a], [, b]) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  await delMany(
    newest.slice(MAX_QUERIES).map(([key]) => key),
    store,
  );
}
