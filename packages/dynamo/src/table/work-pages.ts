import type { WorkPage } from "@coffer/core/pages";
import { storedDay } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { type Item, inIndexBetween } from "./item.ts";
import type { Table } from "./table.ts";

/** Items to a page: some seconds of work. */
const PAGE = 200;

const storedPosition = v.object({ scheduleSk: v.string() });
/** The day that a key of the schedule begins with. */
export const scheduledDay = v.pipe(
  v.string(),
  v.transform((key) => key.slice(0, "yyyy-MM-dd".length)),
  storedDay,
);

/** Items of the schedule before a key, from behind a position on. What is done leaves it, and moves no position. */
export async function* workPages<T>(
  table: Table,
  partitions: readonly string[],
  before: string,
  after: string | undefined,
  from: (item: Item) => T,
): AsyncGenerator<WorkPage<T>> {
  const [partition = "", key = ""] = after?.split("|") ?? [];
  for (const schedulePk of partitions.slice(Math.max(0, partitions.indexOf(partition)))) {
    // A key of its own with a space behind it is the first that follows it.
    const first = `${schedulePk === partition ? key : ""} `;
    const range = inIndexBetween("schedule", schedulePk, first, before);
    for await (const { items } of table.pages({ ...range, Limit: PAGE })) {
      const end = items.at(-1);
      if (!end) continue;
      const position = `${schedulePk}|${v.parse(storedPosition, end).scheduleSk}`;
      yield { items: items.map(from), position };
    }
  }
}
