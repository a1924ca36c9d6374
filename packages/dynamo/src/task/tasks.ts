import type { Task, TaskStore } from "@coffer/core/task/task";
import * as v from "valibot";
import { createIndex } from "../table/indexes.ts";
import { dueEntry, type Key, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, change, put, succeeds, when } from "../table/writes.ts";

export const TASK_PREFIX = "TASK#";
const taskKey = (id: string): Key => ({ pk: `${TASK_PREFIX}${id}`, sk: "TASK" });
export const taskIdOf = (pk: string): string | undefined =>
  pk.startsWith(TASK_PREFIX) ? pk.slice(TASK_PREFIX.length) : undefined;
const SCHEDULE = "TASK";
const AT_ONCE = 100;

/** An earlier release queued tasks as mail of the same kinds. */
export const storedWhat: v.GenericSchema<unknown, Task["what"]> = v.variant("kind", [
  v.object({ kind: v.literal("waiting-shares") }),
  v.object({ kind: v.literal("administrator-added"), byName: v.nullable(v.string()) }),
  v.object({ kind: v.literal("administrator-removed") }),
]);
const storedTask = v.object({
  id: v.string(),
  userId: v.number(),
  createdAt: v.number(),
  what: storedWhat,
  attempts: v.number(),
});
const scheduled = createIndex("schedule", { id: v.string() });

export const taskPut = (task: Task): WriteInput => {
  const due = { schedulePk: SCHEDULE, ...dueEntry(task.id, task.createdAt) };
  return put({ ...taskKey(task.id), ...task, attempts: 0, ...due }, ABSENT);
};

export function createTaskStore(table: Table): TaskStore {
  return {
    async due(now) {
      const waiting = scheduled.before(SCHEDULE, `${new Date(now).toISOString()}~`);
      const { items } = await table.page({ ...waiting, Limit: AT_ONCE });
      return items.map(({ id }) => id);
    },

    async claim(id, now, pause) {
      const found = await table.find(taskKey(id), v.parser(storedTask));
      if (!found) return undefined;
      const { attempts, ...task } = found;
      const values = { ...dueEntry(id, now + pause(attempts)), one: 1 };
      const isOurs = when("dueAt <= :now AND attempts = :attempts", { now, attempts });
      const leased = "SET dueAt = :dueAt, scheduleSk = :scheduleSk ADD attempts :one";
      const isClaimed = await succeeds(table.update(change(taskKey(id), leased, values, isOurs)));
      return isClaimed ? task : undefined;
    },

    done: (id) => table.delete(taskKey(id)),
  };
}
