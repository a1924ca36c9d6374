import type { WorkPage } from "@coffer/core/pages";
import { storedDay } from "@coffer/domain/definition/values";
import type { Day } from "@coffer/domain/time/day";
import * as v from "valibot";
import type { IndexQuery } from "./indexes.ts";
import type { Table } from "./table.ts";

/** Items per page: some seconds of work. */
const PAGE = 200;

/** The day that a key of the schedule begins with. */
export const dayOfKey = (key: string): Day => v.parse(storedDay, key.slice(0, "yyyy-MM-dd".length));

/** Pages of scheduled items before a key, after a position. Finished items leave the schedule; positions stay valid. */
export async function* workPages<Read extends { scheduleSk: string }, T>(
  table: Table,
  schedule: { between: (partition: string, from: string, to: string) => IndexQuery<Read> },
  { partitions, before, after }: { partitions: readonly string[]; before: string; after: string | undefined },
  dueOf: (read: Read) => T,
): AsyncGenerator<WorkPage<T>> {
  const [partition = "", key = ""] = after?.split("|") ?? [];
  for (const schedulePk of partitions.slice(Math.max(0, partitions.indexOf(partition)))) {
    // The key followed by a space sorts directly after the key.
    const first = `${schedulePk === partition ? key : ""} `;
    const range = schedule.between(schedulePk, first, before);
    for await (const { items } of table.pages({ ...range, Limit: PAGE })) {
      const end = items.at(-1);
      if (!end) continue;
      yield { items: items.map(dueOf), position: `${schedulePk}|${end.scheduleSk}` };
    }
  }
}
