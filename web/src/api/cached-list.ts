import type { DataTag, QueryClient, QueryKey } from "@tanstack/react-query";

/** Shows a change of cached data before the server has replied; returns the rollback. */
export function changeAtOnce<Data>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (data: Data) => Data,
) {
  return changeAllAtOnce(client, { queryKey, exact: true }, change);
}

export function changeAllAtOnce<Data>(
  client: QueryClient,
  filters: { queryKey: QueryKey; exact?: boolean },
  change: (data: Data) => Data,
) {
  // A pending reply would overwrite the change with old data.
  void client.cancelQueries(filters);
  const before = client.getQueriesData<Data>(filters);
  for (const [key, data] of before) if (data) client.setQueryData(key, change(data));
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
