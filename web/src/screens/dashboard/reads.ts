import type { Budget } from "@coffer/domain/budget";
import type { Category } from "@coffer/domain/category";
import type { Transaction } from "@coffer/domain/transaction";
import type { UseQueryResult } from "@tanstack/react-query";

/** What the dashboard's cards are made of, as far as it has arrived. */
export type Reads = {
  categories: UseQueryResult<Category[]>;
  budgets: UseQueryResult<Budget[]>;
  transactions: UseQueryResult<Transaction[]>;
};
