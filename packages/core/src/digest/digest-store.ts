import type { DigestFrequency } from "@coffer/domain/digest/letter";
import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import type { DueWindow, TimeZone } from "@coffer/domain/time/timezone";

export type DueUser = { id: Id; email: string; frequency: DigestFrequency };

export type DuePage = { zone: TimeZone; day: Day; from: string; to: string };

export type Cursors = Record<string, string>;

/** Instants in milliseconds. */
export type DigestStore = {
  zones(): Promise<TimeZone[]>;
  /** The due users in pages, after a position if one is given. */
  due(
    zone: TimeZone,
    window: DueWindow,
    after: string | undefined,
  ): AsyncIterable<{ page: DuePage; users: DueUser[]; isLast: boolean }>;
  usersOf(page: DuePage): Promise<DueUser[]>;
  /**
   * The last tick that was completed on `at`'s date (UTC) or the day before, null if there was none, and the cursors
   * that an unfinished tick left.
   */
  progress(at: number): Promise<{ last: number | null; cursors: Cursors }>;
  saveCursor(name: string, position: string): Promise<void>;
  clearCursors(): Promise<void>;
  completeTick(at: number, now: number): Promise<void>;
};
