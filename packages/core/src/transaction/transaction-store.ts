import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";

export type ListPlace = string;

export type TransactionStore = {
  /** Reads the next `size` items, but at most PAGE_BYTES: the latest dates first unless `oldestFirst`. */
  page(
    ownerId: Id,
    range: { from: Day; to: Day; after: ListPlace | undefined; oldestFirst?: boolean },
    size: number,
  ): Promise<{ transactions: Transaction[]; next: ListPlace | undefined }>;
  /** Both days are inclusive; unordered. */
  list(ownerId: Id, from: Day, to: Day): Promise<Transaction[]>;
};
