import { pluralize } from "@coffer/domain/text/plural";
import { MINUTE_MS } from "@coffer/domain/time/day";
import type { Clock } from "./env.ts";

/** `position` is the cursor of the next page. */
export type WorkPage<T> = { items: T[]; position: string };

/** Tells a run to stop because its time is up or the process is closing. The next run continues. */
export type Limit = { isOver(): boolean };

const RUN_LIMIT_MS = 4 * MINUTE_MS;
export function runLimit(clock: Clock, signal?: AbortSignal, ms = RUN_LIMIT_MS): Limit {
  const stopAt = clock() + ms;
  return { isOver: () => clock() >= stopAt || (signal?.aborted ?? false) };
}

/** Passes pages to `take` one by one. Returns the position to continue at if the limit stopped it, else null. */
export async function handOver<Page extends { position: string }>(
  pages: AsyncIterable<Page>,
  take: (page: Page) => Promise<unknown>,
  { isOver }: Limit,
): Promise<string | null> {
  for await (const page of pages) {
    await take(page);
    if (isOver()) return page.position;
  }
  return null;
}

/** Works through all pages in this process. Failures do not stop other pages, and are thrown together at the end. */
export async function workThroughPages<Page extends { position: string }>(
  pages: AsyncIterable<Page>,
  work: (page: Page) => Promise<unknown>,
  limit: Limit,
): Promise<void> {
  const failures: unknown[] = [];
  const attempt = (page: Page) =>
    work(page).catch((error) => failures.push(...(error instanceof AggregateError ? error.errors : [error])));
  await handOver(pages, attempt, limit);
  throwTogether(failures);
}

/** Throws errors that did not stop other items, as one. */
export function throwTogether(failures: readonly unknown[]): void {
  if (failures.length > 0)
    throw new AggregateError(failures, `${pluralize(failures.length, "item")} left for the next run`);
}

/** Works on `atOnce` items at a time until `isOver`. Returns the errors, which do not stop other items. */
export async function workThrough<T>(
  items: AsyncIterable<T> | readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
  isOver = () => false,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const rest = oneByOne(items);
  const worker = async () => {
    for (let next = await rest.next(); !next.done && !isOver(); next = await rest.next())
      await work(next.value).catch((error) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failures;
}

async function* oneByOne<T>(items: AsyncIterable<T> | readonly T[]): AsyncGenerator<T> {
  yield* items;
}

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
