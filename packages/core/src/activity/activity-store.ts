import type { ActivityEntry } from "@coffer/domain/activity/activity";
import type { Id } from "@coffer/domain/id";
import type { StoredEntry } from "./recording.ts";

export type EntryRange = { before?: string | undefined; after?: string | undefined; limit: number };

export type ActivityStore = {
  /** Between two entries, neither included: the newest first. */
  list(ownerId: Id, range: EntryRange): Promise<ActivityEntry[]>;
  /** With each category that it names as the live one that this belongs to by now. */
  find(ownerId: Id, id: string): Promise<StoredEntry | undefined>;
};
