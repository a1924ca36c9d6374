/** The most bytes of JSON in a page. A response may hold a few lists, and Lambda limits it to six megabytes. */
export const PAGE_BYTES = 2_000_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** Keeps lists, in order, as long as they fit into a number of bytes together; skips one that does not fit. */
export function fittingLists<Lists extends Record<string, readonly unknown[]>>(
  lists: Lists,
  most: number,
): Partial<Lists> {
  const fitting: Partial<Lists> = {};
  let left = most;
  for (const name in lists) {
    const bytes = bytesOf(lists[name]);
    if (bytes > left) continue;
    left -= bytes;
    fitting[name] = lists[name];
  }
  return fitting;
}

/** The longest prefix of the items within a number of bytes, but at least one item. */
export function withinBytes<T>(items: readonly T[], most = PAGE_BYTES): T[] {
  let bytes = 0;
  const over = items.findIndex((item, index) => {
    bytes += bytesOf(item);
    return index > 0 && bytes > most;
  });
  return over < 0 ? [...items] : items.slice(0, over);
}
