import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";

/** Where a list goes on, by what it is ordered by: after this date and, on it, after this id. */
export type ListPlace = { date: Day; id: Id };

export type TransactionStore = {
  /** The next of what is dated `from` to `to`, the latest dates first: at least `size` where there are so many. */
  page(
    ownerId: Id,
    range: { from: Day; to: Day; after: ListPlace | undefined },
    size: number,
  ): Promise<{ transactions: Transaction[]; next: ListPlace | undefined }>;
  /** What is dated `from` to `to`, both included, in no order. */
  list(ownerId: Id, from: Day, to: Day): Promise<Transaction[]>;
};
