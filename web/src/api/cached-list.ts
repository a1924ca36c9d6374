import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

/** Shows a change of cached data before the server has replied; returns the rollback. */
export function changeAtOnce<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (data: Data) => Data,
): () => void {
  // A reply that was on its way would show the data as it was.
  void client.cancelQueries({ queryKey, exact: true });
  const before = client.getQueryData<Data>(queryKey);
  client.setQueryData<Data>(queryKey, (data) => data && change(data));
  return () => client.setQueryData<Data>(queryKey, before);
}

export function changeAllAtOnce<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data, queryKey: QueryKey) => Data,
): () => void {
  void client.cancelQueries({ queryKey });
  const before = client.getQueriesData<Data>({ queryKey });
  for (const [key, data] of before) if (data) client.setQueryData(key, change(data, key));
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/** Replaces the item in a cached list, or adds it at the end; `order` then sorts the list. */
export function upsertInCache<Item extends { id: unknown }>(
  client: QueryClient,
  queryKey: QueryKey,
  item: Item,
  order?: (a: Item, b: Item) => number,
) {
  client.setQueryData<Item[]>(queryKey, (list) => {
    const next = list && upsert(list, item);
    return order ? next?.sort(order) : next;
  });
}

export function removeFromCache(client: QueryClient, queryKey: QueryKey, id: unknown) {
  client.setQueryData<{ id: unknown }[]>(queryKey, (list) => list?.filter((item) => item.id !== id));
}

export function upsert<Item extends { id: unknown }>(list: Item[], item: Item): Item[] {
  const at = list.findIndex(({ id }) => id === item.id);
  return at < 0 ? [...list, item] : list.with(at, item);
}
