import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import type { DueWindow, TimeZone } from "@coffer/domain/time/timezone";

export type DueUser = { id: Id; email: string };

/** A portion of those who are due on a local day: the store's positions of the first and the last of them. */
export type DuePage = { zone: TimeZone; day: Day; from: string; to: string };

/** The positions of an unfinished tick, by zone and window. */
export type Cursors = Record<string, string>;

/** Instants in milliseconds. */
export type DigestStore = {
  zones(): Promise<TimeZone[]>;
  /** Page after page, from a position on if any. */
  due(
    zone: TimeZone,
    window: DueWindow,
    after: string | undefined,
  ): AsyncIterable<{ page: DuePage; users: DueUser[]; isLast: boolean }>;
  usersOf(page: DuePage): Promise<DueUser[]>;
  /**
   * The latest tick that was completed among those of `at`'s date (UTC) and the date before, null without any; and
   * what an unfinished one left.
   */
  progress(at: number): Promise<{ last: number | null; cursors: Cursors }>;
  saveCursor(name: string, position: string): Promise<void>;
  clearCursors(): Promise<void>;
  completeTick(at: number, now: number): Promise<void>;
};
