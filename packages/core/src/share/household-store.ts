import type { Id } from "@coffer/domain/id";
import type { Settlement, Stay } from "@coffer/domain/share/balance";

/**
 * A ledger's name, null until it has one; `revision` counts the changes of name and members, from 0. `stays` are those of
 * members who left, and of those who became one later than they were invited.
 */
export type Household = { ledgerId: Id; name: string | null; revision: number; stays: Stay[] };

export type HouseholdStore = {
  get(ledgerId: Id): Promise<Household>;
  /** False where the name or the members changed since they were read. */
  rename(household: Household, name: string): Promise<boolean>;
};

export type SettlementStore = { list(ownerId: Id): Promise<Settlement[]> };
