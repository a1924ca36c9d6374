import { MINUTE_MS } from "@coffer/domain/time/duration";
import type { Clock } from "./env.ts";

/** `position` is where what follows begins. */
export type WorkPage<T> = { items: T[]; position: string };

/** When to stop: its time is up, or whoever runs it is closing. The rest is left for the next run. */
export type Limit = { isOver(): boolean };

const RUN_LIMIT_MS = 4 * MINUTE_MS;
export function runLimit(clock: Clock, signal?: AbortSignal, ms = RUN_LIMIT_MS): Limit {
  const stopAt = clock() + ms;
  return { isOver: () => clock() >= stopAt || (signal?.aborted ?? false) };
}

/** Hands the pages over one by one; where to go on when it was over before the last, else null. */
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

/** A whole run in one process: what fails in a page is thrown at the end, and keeps no other page waiting. */
export async function workThroughPages<Page extends { position: string }>(
  pages: AsyncIterable<Page>,
  work: (page: Page) => Promise<unknown>,
  limit: Limit,
): Promise<void> {
  const failures: unknown[] = [];
  const attempt = (page: Page) =>
    work(page).catch((error) => failures.push(...(error instanceof AggregateError ? error.errors : [error])));
  await handOver(pages, attempt, limit);
  if (failures.length > 0) throw new AggregateError(failures, "Some is left for the next run");
}

/** Until `isOver`. Returns the errors, as none keeps another item waiting. */
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
