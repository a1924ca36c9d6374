import type { Id } from "@coffer/domain/id";

/** A ledger's name, null until it has one; `revision` counts the changes of name and members, from 0. */
export type Household = { ledgerId: Id; name: string | null; revision: number };

export type HouseholdStore = {
  get(ledgerId: Id): Promise<Household>;
  /** False where the name or the members changed since they were read. */
  rename(household: Household, name: string): Promise<boolean>;
};
