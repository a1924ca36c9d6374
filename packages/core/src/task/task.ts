import type { Id } from "@coffer/domain/id";
import type { Env } from "../env.ts";

/** Work that follows from a change of an account, queued in its transaction; `userId` is whom it is about. */
export type Task = {
  id: string;
  userId: Id;
  createdAt: number;
  what: /** Mail of what a user shared before their own address was verified. */
    | { kind: "waiting-shares" }
    /** Mail to the new administrator and all others; `byName` is null where an operator did it. */
    | { kind: "administrator-added"; byName: string | null }
    /** A line of the security log, where an operator did it: commands have no part in it. */
    | { kind: "administrator-removed" };
};

/** Instants in milliseconds. */
export type TaskStore = {
  due(now: number): Promise<string[]>;
  /** Undefined where it is not due, or done. Without `done` it is due again after a pause that doubles. */
  claim(id: string, now: number, pause: (attempt: number) => number): Promise<Task | undefined>;
  done(id: string): Promise<void>;
};

export const newTask = (
  { clock, ids }: Pick<Env, "clock" | "ids">,
  what: Task["what"],
  userId: Id,
): Task => ({ id: String(ids()), userId, createdAt: clock(), what });
