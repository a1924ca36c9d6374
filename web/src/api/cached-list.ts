import type { QueryClient, QueryKey } from "@tanstack/react-query";

type Cached<Item> = Item[] | undefined;

/** Replaces the item in a cached list, or adds it at the end; `order` then sorts the list. */
export function upsertInCache<Item extends { id: unknown }>(
  client: QueryClient,
  queryKey: QueryKey,
  item: Item,
  order?: (a: Item, b: Item) => number,
) {
  client.setQueryData<Item[]>(queryKey, (list) => {
    const next = upsert(list, item);
    return order ? next?.sort(order) : next;
  });
}

export function removeFromCache(client: QueryClient, queryKey: QueryKey, id: unknown) {
  client.setQueryData<{ id: unknown }[]>(queryKey, (list) => list?.filter((item) => item.id !== id));
}

function upsert<Item extends { id: unknown }>(list: Cached<Item>, item: Item): Cached<Item> {
  if (!list) return undefined;
  const at = list.findIndex(({ id }) => id === item.id);
  return at < 0 ? [...list, item] : list.with(at, item);
}
