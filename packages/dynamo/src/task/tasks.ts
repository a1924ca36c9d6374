import type { Task, TaskStore } from "@coffer/core/task/task";
import * as v from "valibot";
import { ABSENT, unlessFailed } from "../table/conditions.ts";
import { inSchedule, type Key, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";

/** The beginning of the keys of tasks, by which the table's stream tells them. */
export const TASK_PREFIX = "TASK#";
const taskKey = (id: string): Key => ({ pk: `${TASK_PREFIX}${id}`, sk: "TASK" });
/** Undefined for the key of anything else. */
export const taskIdOf = (pk: string): string | undefined =>
  pk.startsWith(TASK_PREFIX) ? pk.slice(TASK_PREFIX.length) : undefined;
const SCHEDULE = "TASK";
/** One run's worth: the next goes on. */
const AT_ONCE = 100;

/** The kinds are also those of the mail that the release before queued in their place. */
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

const dueFrom = (id: string, at: number) => ({
  dueAt: at,
  schedulePk: SCHEDULE,
  scheduleSk: `${new Date(at).toISOString()}#${id}`,
});

export const taskPut = (task: Task): WriteInput => ({
  Put: {
    Item: { ...taskKey(task.id), ...task, attempts: 0, ...dueFrom(task.id, task.createdAt) },
    ...ABSENT,
  },
});

export function createTaskStore(table: Table): TaskStore {
  return {
    async due(now) {
      const { items } = await table.page({
        ...inSchedule(SCHEDULE, `${new Date(now).toISOString()}~`),
        Limit: AT_ONCE,
      });
      return items.map((item) => v.parse(v.object({ id: v.string() }), item).id);
    },

    async claim(id, now, pause) {
      const item = await table.get(taskKey(id));
      if (!item) return undefined;
      const { attempts, ...task } = v.parse(storedTask, item);
      const { dueAt, scheduleSk } = dueFrom(id, now + pause(attempts));
      const claim = {
        Key: taskKey(id),
        UpdateExpression: "SET dueAt = :dueAt, scheduleSk = :sk ADD attempts :one",
        ConditionExpression: "dueAt <= :now AND attempts = :attempts",
        ExpressionAttributeValues: {
          ":now": now,
          ":dueAt": dueAt,
          ":sk": scheduleSk,
          ":one": 1,
          ":attempts": attempts,
        },
      };
      return unlessFailed(
        () => table.update(claim).then(() => task),
        () => undefined,
      );
    },

    async done(id) {
      await table.delete(taskKey(id));
    },
  };
}
