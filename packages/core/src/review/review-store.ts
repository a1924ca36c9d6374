import type { Id } from "@coffer/domain/id";
import type { ReviewRow } from "@coffer/domain/review/review";
import type { Totals } from "@coffer/domain/transaction/search";

export type ReviewStore = {
  /** The rows that wait, the latest dates first, after `place`; undefined for an invalid one. `next` is the next page's. */
  page(
    ownerId: Id,
    place: string | undefined,
    size: number,
  ): Promise<{ rows: ReviewRow[]; total: Totals; next: string | null } | undefined>;
};
