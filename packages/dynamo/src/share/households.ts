import type { Household, HouseholdStore } from "@coffer/core/share/household-store";
import { storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { type Item, ledgerKey, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { assign, stillAt, succeeds } from "../table/writes.ts";

const householdKey = (ledgerId: Id) => ledgerKey(ledgerId, "LEDGER");
const stay = v.object({ id: v.number(), since: v.nullable(storedDay), until: v.nullable(storedDay) });
const stored = v.object({
  name: v.optional(v.nullable(v.string()), null),
  revision: v.optional(v.number(), 0),
  stays: v.optional(v.array(stay), []),
});

const update = ({ ledgerId, revision }: Household, values: Item) =>
  assign(householdKey(ledgerId), { revision: revision + 1, ...values }, stillAt("revision", revision));

/** Fails where somebody changed the members since they were read: two cannot both be the last one to leave. */
export const householdTouch = (household: Household): WriteInput => ({
  Update: update(household, { stays: household.stays }),
});

export function createHouseholdStore(table: Table): HouseholdStore {
  return {
    get: async (ledgerId) => ({
      ledgerId,
      ...v.parse(stored, (await table.get(householdKey(ledgerId))) ?? {}),
    }),
    rename: (household, name) => succeeds(table.update(update(household, { name }))),
  };
}
