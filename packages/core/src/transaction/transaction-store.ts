import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";

export type ListPlace = string;

export type TransactionStore = {
  /** The latest dates first unless `oldestFirst`, among the next `size` items, and PAGE_BYTES, that are read. */
  page(
    ownerId: Id,
    range: { from: Day; to: Day; after: ListPlace | undefined; oldestFirst?: boolean },
    size: number,
  ): Promise<{ transactions: Transaction[]; next: ListPlace | undefined }>;
  /** Both days included, in no order. */
  list(ownerId: Id, from: Day, to: Day): Promise<Transaction[]>;
};
