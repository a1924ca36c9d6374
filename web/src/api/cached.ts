/** What a change makes of a list in the cache, which may not be there. */
type Cached<Item> = Item[] | undefined;

/** The list with what the server has answered: in the place of what it was, or at the end. */
export function saved<Item extends { id: unknown }>(list: Cached<Item>, item: Item): Cached<Item> {
  if (!list) return undefined;
  const at = list.findIndex(({ id }) => id === item.id);
  return at < 0 ? [...list, item] : list.with(at, item);
}

/** The list without what has gone. */
export function without<Item extends { id: unknown }>(list: Cached<Item>, gone: Item["id"]): Cached<Item> {
  return list?.filter(({ id }) => id !== gone);
}
