import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";

/** The last item that was read, by what lists are ordered by. */
export type ListPlace = string;

export type TransactionStore = {
  /**
   * The next of what is dated `from` to `to`, the latest dates first unless `oldestFirst`, among the `size` items that
   * are read.
   */
  page(
    ownerId: Id,
    range: { from: Day; to: Day; after: ListPlace | undefined; oldestFirst?: boolean },
    size: number,
  ): Promise<{ transactions: Transaction[]; next: ListPlace | undefined }>;
  /** Transactions dated `from` to `to`, both included, in no order. */
  list(ownerId: Id, from: Day, to: Day): Promise<Transaction[]>;
};
