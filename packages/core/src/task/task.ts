import type { Id } from "@coffer/domain/id";
import type { Env } from "../env.ts";

/** Follow-up work of a change of an account, queued in its transaction; `userId` is the user it is about. */
export type Task = {
  id: string;
  userId: Id;
  createdAt: number;
  what: /** Mail the shares that a user made before their address was verified. */
    | { kind: "waiting-shares" }
    /** Mail the new administrator and all others; `byName` is null if an operator did it. */
    | { kind: "administrator-added"; byName: string | null }
    /** Write a line to the security log, as the operator's commands have no access to it. */
    | { kind: "administrator-removed" };
};

/** Instants in milliseconds. */
export type TaskStore = {
  due(now: number): Promise<string[]>;
  /** Undefined if the task is not due, or done. Unless `done` follows, it is due again after a pause that doubles. */
  claim(id: string, now: number, pause: (attempt: number) => number): Promise<Task | undefined>;
  done(id: string): Promise<void>;
};

export const newTask = (
  { clock, ids }: Pick<Env, "clock" | "ids">,
  what: Task["what"],
  userId: Id,
): Task => ({ id: String(ids()), userId, createdAt: clock(), what });
