import type { Id } from "@coffer/domain/id";
import type { Account } from "@coffer/domain/money-account/account";

export type MoneyAccountStore = {
  /** In the order of their creation. */
  list(ownerId: Id): Promise<Account[]>;
};
