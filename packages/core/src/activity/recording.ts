import type { ActivityEntry, EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityAction, ActivityKind } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import type { Share } from "@coffer/domain/share/sharing";
import type { OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";

/** A thing that was read, with the version that a write compares to detect concurrent changes. */
export type Versioned<T> = { value: T; version: Version };
/**
 * `revision` is the number of the entry of its last change, null if that change was before entries existed.
 * `categoryId` is the stored category; `value` has the live one that replaced it.
 */
export type Version = { revision: number | null; categoryId?: Id | null };

/** An entry to write. `isShort`: it expires after a month. */
export type Recording = { entry: ActivityEntry; undoing?: Undoing | undefined; isShort?: boolean };

type Place = string;
/**
 * The entries whose `undoneBy` an undo sets: the entry that it undoes and, if that is an undo itself, the first entry of
 * the chain, which is undone and redone in turn. Each is set only if `undoneBy` is still what was read (`from`).
 */
export type Undoing = { marks: { place: Place; from: string | null; to: string | null }[]; origin: Origin };
type Origin = { id: string; place: Place };
type StoredEntry = { entry: ActivityEntry; place: Place; origin: Origin | null };

export type EntryRange = { before?: string | undefined; after?: string | undefined; limit: number };
/** `by` is a person's id, or "job" for the daily job. */
export type EntryFilter = {
  kind?: ActivityKind | undefined;
  by?: Id | "job" | undefined;
  hidden: readonly ActivityKind[];
};

export type ActivityStore = {
  /**
   * The entries between two others (exclusive) that match the filter, the newest first. A call reads a bounded number,
   * so a page may have few rows. `next` is the cursor of the next page, null on the last.
   */
  list(
    ownerId: Id,
    range: EntryRange,
    filter?: EntryFilter,
  ): Promise<{ entries: ActivityEntry[]; next: string | null }>;
  /** Replaces each category that the entry names by the live one that it was moved to. */
  find(ownerId: Id, id: string): Promise<StoredEntry | undefined>;
};

type Change<Kind extends ActivityKind> = Pick<
  EntryOf<Kind>,
  "kind" | "entityId" | "label" | "before" | "after"
> & {
  action?: ActivityAction;
  /** The version that was read: the new entry's id is higher than that of the last change. */
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

/** Records the address as it was typed, whether or not it has an account. */
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

/** Sixteen digits, so that ids sort as text in the order of their creation. */
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
  // Undoing an undo makes the first entry effective again; undoing once more undoes it again.
  const turned = { place: origin.place, from: first.undoneBy, to: first.undoneBy === null ? id : null };
  return { marks: [own, turned], origin };
}
