import type { Household, HouseholdStore } from "@coffer/core/share/household-store";
import { storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { assign, type Condition, stillIs, succeeds } from "../table/conditions.ts";
import { ledgerKey, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";

const householdKey = (ledgerId: Id) => ledgerKey(ledgerId, "LEDGER");
const stay = v.object({ id: v.number(), since: v.nullable(storedDay), until: v.nullable(storedDay) });
const stored = v.object({
  name: v.optional(v.string()),
  revision: v.optional(v.number(), 0),
  stays: v.optional(v.array(stay), []),
});

const asRead = ({ revision }: Household): Condition =>
  stillIs("revision", revision === 0 ? undefined : revision);

/**
 * Counts a change of a ledger's members, where nobody else changed them since they were read: two members cannot both
 * be the last one to leave.
 */
export const householdTouch = (household: Household): WriteInput => ({
  Update: {
    Key: householdKey(household.ledgerId),
    ...assign({ revision: household.revision + 1, stays: household.stays }, asRead(household)),
  },
});

export function createHouseholdStore(table: Table): HouseholdStore {
  return {
    async get(ledgerId) {
      const { name = null, ...rest } = v.parse(stored, (await table.get(householdKey(ledgerId))) ?? {});
      return { ledgerId, name, ...rest };
    },

    rename: (household, name) =>
      succeeds(() =>
        table.update({
          Key: householdKey(household.ledgerId),
          ...assign({ name, revision: household.revision + 1 }, asRead(household)),
        }),
      ),
  };
}
