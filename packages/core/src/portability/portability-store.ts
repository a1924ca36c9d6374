import type { Id } from "@coffer/domain/id";
import type { RestoredKind } from "@coffer/domain/portability/restore-ceilings";
import type { LedgerItem, RestoredItem } from "./people.ts";

export type PortabilityStore = {
  /**
   * Items after `position`, which an earlier page named, from the beginning with "". Some hundred items, categories
   * last, so that what names one is read before it; where there are several pages the first has them too, so that a
   * restore takes the pages in their order. `next` is null with the last; undefined for a position that is none.
   */
  page(ownerId: Id, position: string): Promise<{ items: LedgerItem[]; next: string | null } | undefined>;
  removeUnreadable(
    ownerId: Id,
    position: string,
  ): Promise<{ removed: number; next: string | null } | undefined>;
  /** Parts of this restore may come: it has begun, or the budget is empty and it begins now (milliseconds). */
  begin(ownerId: Id, batch: string, now: number): Promise<"begins" | "goes on" | "not empty">;
  /** Puts back what is not there, or fails where another restore has begun since, or where a kind has come to its ceiling. */
  put(
    ownerId: Id,
    batch: string,
    items: readonly RestoredItem[],
    now: number,
  ): Promise<"done" | "another batch" | RestoredKind>;
  /** How many items are not there yet, and the kind of which they would be too many. */
  missing(
    ownerId: Id,
    items: readonly RestoredItem[],
    now: number,
  ): Promise<{ count: number; beyond: RestoredKind | undefined }>;
};
