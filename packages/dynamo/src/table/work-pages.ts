import type { WorkPage } from "@coffer/core/pages";
import { storedDay } from "@coffer/domain/definition/values";
import type { Day } from "@coffer/domain/time/day";
import * as v from "valibot";
import type { IndexQuery } from "./indexes.ts";
import type { Table } from "./table.ts";

/** Items to a page: some seconds of work. */
const PAGE = 200;

/** The day that a key of the schedule begins with. */
export const dayOfKey = (key: string): Day => v.parse(storedDay, key.slice(0, "yyyy-MM-dd".length));

/** Items of the schedule before a key, from behind a position on. What is done leaves it, and moves no position. */
export async function* workPages<Read extends { scheduleSk: string }, T>(
  table: Table,
  schedule: { between: (partition: string, from: string, to: string) => IndexQuery<Read> },
  { partitions, before, after }: { partitions: readonly string[]; before: string; after: string | undefined },
  dueOf: (read: Read) => T,
): AsyncGenerator<WorkPage<T>> {
  const [partition = "", key = ""] = after?.split("|") ?? [];
  for (const schedulePk of partitions.slice(Math.max(0, partitions.indexOf(partition)))) {
    // A key of its own with a space behind it is the first that follows it.
    const first = `${schedulePk === partition ? key : ""} `;
    const range = schedule.between(schedulePk, first, before);
    for await (const { items } of table.pages({ ...range, Limit: PAGE })) {
      const end = items.at(-1);
      if (!end) continue;
      yield { items: items.map(dueOf), position: `${schedulePk}|${end.scheduleSk}` };
    }
  }
}
