/** Bytes of JSON that a page holds: a few lists of them fit into an answer of Lambda's six megabytes. */
export const PAGE_BYTES = 2_000_000;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? "");

/** The first of the items, at least one, that come to no more than so many bytes. */
export function withinBytes<T>(items: readonly T[], most = PAGE_BYTES): T[] {
  let bytes = 0;
  const over = items.findIndex((item, index) => {
    bytes += bytesOf(item);
    return index > 0 && bytes > most;
  });
  return over < 0 ? [...items] : items.slice(0, over);
}
