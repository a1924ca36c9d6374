import type { ActivityEntry, EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityAction, ActivityKind } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import type { Share } from "@coffer/domain/share/sharing";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";

/** A thing as it was read, and what a write compares to know that nobody changed it since. */
export type Versioned<T> = { value: T; version: Version };
/**
 * `revision` is the number of the entry of its last change, null where that was before there were entries;
 * `categoryId` is as stored, where `value` shows the live category.
 */
export type Version = { revision: number | null; categoryId?: Id | null };

/** `isShort`: kept for a month only. */
export type Recording = { entry: ActivityEntry; undoing?: Undoing | undefined; isShort?: boolean };

type Place = string;
/**
 * The marks of an undo: the entry that it undoes and, where that is an undo itself, the first entry of all, which is
 * undone or not by turns. Each mark is made only while the entry's `undoneBy` still is what was read.
 */
export type Undoing = { marks: { place: Place; from: string | null; to: string | null }[]; origin: Origin };
type Origin = { id: string; place: Place };
type StoredEntry = { entry: ActivityEntry; place: Place; origin: Origin | null };

export type EntryRange = { before?: string | undefined; after?: string | undefined; limit: number };
/** `by` is a person's id, or "job" for the daily job. */
export type EntryFilter = { kind?: ActivityKind | undefined; by?: Id | "job" | undefined; shares: boolean };

export type ActivityStore = {
  /**
   * Between two entries, neither included: the newest first, those that the filter lets through. What is read for a
   * call has an end: `next` is the entry before which it goes on, null where there are no more.
   */
  list(
    ownerId: Id,
    range: EntryRange,
    filter?: EntryFilter,
  ): Promise<{ entries: ActivityEntry[]; next: string | null }>;
  /** With each category that it names as the live one that this belongs to by now. */
  find(ownerId: Id, id: string): Promise<StoredEntry | undefined>;
};

type Change<Kind extends ActivityKind> = Pick<
  EntryOf<Kind>,
  "kind" | "entityId" | "label" | "before" | "after"
> & {
  action?: ActivityAction;
  /** Of what was read: an entry comes after that of the change before. */
  version?: Version | undefined;
};

/** `by` is null for the daily job. */
export const newEntry = <Kind extends ActivityKind>(
  { clock, ids }: Pick<Env, "clock" | "ids">,
  by: Id | null,
  { version, ...change }: Change<Kind>,
): EntryOf<Kind> => ({
  id: entryId(Math.max(ids(), (version?.revision ?? 0) + 1)),
  at: clock(),
  by,
  action: !change.before ? "created" : change.after ? "changed" : "deleted",
  ...change,
  undoes: null,
  undoneBy: null,
});

type Shared = Pick<Share, "id" | "email" | "permission" | "opened">;

/** Shows the address as it was given, whoever is there. */
export function recordShare(
  env: Pick<Env, "clock" | "ids">,
  { user, noteEntry }: Pick<OpenLedger, "user" | "noteEntry">,
  before: Shared | null,
  after: Shared | null,
): Recording {
  const shown = (share: Shared | null) =>
    share && {
      id: share.id,
      email: share.email,
      permission: share.permission,
      ...(share.opened && { opened: true }),
    };
  const { id: entityId, email: label } = after ?? before ?? { id: 0, email: "" };
  const change = { kind: "share", entityId, label, before: shown(before), after: shown(after) } as const;
  const entry = newEntry(env, user.id, change);
  noteEntry?.(entry.id);
  return { entry };
}

/** Sixteen digits, so that ids sort as text the way they were made. */
export const entryId = (number: number): string => String(number).padStart(16, "0");

export const newest = (versions: readonly Version[]): Version => ({
  revision: Math.max(0, ...versions.map(({ revision }) => revision ?? 0)),
});

export function undoingOf(
  { entry, place, origin }: StoredEntry,
  id: string,
  first: ActivityEntry | null,
): Undoing {
  const own = { place, from: null, to: id };
  if (!origin || !first) return { marks: [own], origin: { id: entry.id, place } };
  // An undo that is undone leaves the first entry as it was; undone once more, it is undone again.
  const turned = { place: origin.place, from: first.undoneBy, to: first.undoneBy === null ? id : null };
  return { marks: [own, turned], origin };
}
