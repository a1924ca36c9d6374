import type { Id } from "@coffer/domain/id";
import type { Currency } from "@coffer/domain/money/money";
import type { Settlement, Stay } from "@coffer/domain/share/balance";

/**
 * A ledger's name, null until it has one; `revision` counts the changes of its name and of who may open it, from 0.
 * `stays` are those of members who left, and of those who became one later than they were invited. `endedBy` is the
 * last member, with whose account the ledger is deleted: nobody can join it any more.
 */
export type Household = {
  ledgerId: Id;
  name: string | null;
  /** Set once the first owner's account is gone; until then the account has it. */
  currency: Currency | null;
  revision: number;
  stays: Stay[];
  endedBy: Id | null;
};

/** Writes return false if the household has changed since it was read, or has ended. */
export type HouseholdStore = {
  get(ledgerId: Id): Promise<Household>;
  save(household: Household, changed: Partial<Pick<Household, "name" | "currency">>): Promise<boolean>;
  /** Ends a ledger without members, who must be read after the household. */
  end(household: Household, by: Id): Promise<boolean>;
  /** True if a ledger has no name, holds nothing, is shared with nobody and has no history. */
  isBlank(ledgerId: Id): Promise<boolean>;
};

export type SettlementStore = { list(ownerId: Id): Promise<Settlement[]> };
