import type { Id } from "@coffer/domain/id";
import type { ProposalFacts } from "@coffer/domain/review/proposals";
import type { ReviewRow } from "@coffer/domain/review/review";
import type { Totals } from "@coffer/domain/transaction/search";

export type ReviewPage = {
  rows: ReviewRow[];
  /** The totals of all waiting rows. */
  total: Totals;
  /** The next page's place; null on the last page. */
  next: string | null;
  /** The transactions near the rows may be some seconds old. */
  facts: Omit<ProposalFacts, "today">;
};

export type ReviewStore = {
  /** The rows that wait, the latest dates first, after `place`; undefined for an invalid one. */
  page(ownerId: Id, place: string | undefined, size: number): Promise<ReviewPage | undefined>;
};
