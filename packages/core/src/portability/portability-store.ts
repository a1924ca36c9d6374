import type { Id } from "@coffer/domain/id";
import type { RestoredKind } from "@coffer/domain/portability/restore-ceilings";
import type { LedgerItem, RestoredItem } from "./people.ts";

export type PortabilityStore = {
  /**
   * Some hundred items after `position`, the `next` of the page before; "" for the first page. Categories come last, as
   * they are read after the items that reference them. If there are several pages, the first has the categories as well,
   * so that a restore can take pages in order. `next` is null on the last page. Undefined for an invalid position.
   */
  page(ownerId: Id, position: string): Promise<{ items: LedgerItem[]; next: string | null } | undefined>;
  removeUnreadable(
    ownerId: Id,
    position: string,
  ): Promise<{ removed: number; next: string | null } | undefined>;
  /** Begins a restore into an empty ledger, or continues the one with that `batch`. `now` in milliseconds. */
  begin(ownerId: Id, batch: string, now: number): Promise<"begins" | "goes on" | "not empty">;
  /** Adds the missing items. Fails if another restore has begun since, or with a kind that has reached its ceiling. */
  put(
    ownerId: Id,
    batch: string,
    items: readonly RestoredItem[],
    now: number,
  ): Promise<"done" | "another batch" | RestoredKind>;
  /** The number of missing items, and the kind that would exceed its ceiling with them. */
  missing(
    ownerId: Id,
    items: readonly RestoredItem[],
    now: number,
  ): Promise<{ count: number; beyond: RestoredKind | undefined }>;
};
