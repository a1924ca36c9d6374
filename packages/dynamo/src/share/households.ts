import type { Household, HouseholdStore, SettlementStore } from "@coffer/core/share/household-store";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import type { Settlement } from "@coffer/domain/share/balance";
import { settlement } from "@coffer/domain/share/definition";
import * as v from "valibot";
import { activityPartition } from "../activity/activity.ts";
import { type Codec, itemSteps } from "../ledger/codec.ts";
import {
  type Item,
  inPartition,
  type Key,
  ledgerKey,
  ledgerKeys,
  ledgerPartition,
  type WriteInput,
} from "../table/item.ts";
import { readAll } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { assign, both, stillAt, stillIs, succeeds } from "../table/writes.ts";

export const HOUSEHOLD_SK = "LEDGER";
const householdKey = (ledgerId: Id) => ledgerKey(ledgerId, HOUSEHOLD_SK);
const stay = v.object({
  id: v.number(),
  since: v.nullable(storedDay),
  until: v.nullable(storedDay),
  sinceAt: v.optional(v.number()),
});
const stored = v.object({
  name: v.optional(v.nullable(v.string()), null),
  currency: v.optional(v.nullable(v.string()), null),
  revision: v.optional(v.number(), 0),
  stays: v.optional(v.array(stay), []),
  endedBy: v.optional(v.nullable(v.number()), null),
});

function update({ ledgerId, revision }: Household, values: Item) {
  const isSame = both(stillAt("revision", revision), stillIs("endedBy", undefined));
  return assign(householdKey(ledgerId), { revision: revision + 1, ...values }, isSame);
}

/** Saves a household; fails if the ledger has ended, or its people have changed since it was read. */
export const householdTouch = (household: Household): WriteInput => ({
  Update: update(household, { stays: household.stays, currency: household.currency }),
});

/** Ends a ledger with the account of its last member: nobody can join it any more. */
export const householdEnd = (household: Household, endedBy: Id): WriteInput => ({
  Update: update(household, { endedBy }),
});

/** Holds if the ledger has ended with that account, so that nobody is or becomes a member. */
export const endedWith = (ledgerId: Id, userId: Id) => ({
  key: householdKey(ledgerId),
  condition: stillIs("endedBy", userId),
});

export const isHousehold = ({ sk }: Pick<Key, "sk">): boolean => sk === HOUSEHOLD_SK;

/** Items that are derived from others. */
const DERIVED = /^(LEDGER|CLOSING#.*|TIPS#.*|CATEGORY~(GENERATION|PAST))$/;

export const householdFromItem = (ledgerId: Id, item: Item = {}): Household => ({
  ledgerId,
  ...v.parse(stored, item),
});

export function createHouseholdStore(table: Table): HouseholdStore {
  const get = async (ledgerId: Id): Promise<Household> => {
    const item = await table.get(householdKey(ledgerId));
    return householdFromItem(ledgerId, item);
  };

  return {
    get,
    save: (household, changed) => succeeds(table.update(update(household, changed))),
    end: (household, endedBy) => table.tryTransact([householdEnd(household, endedBy)]),

    async isBlank(ledgerId) {
      if ((await get(ledgerId)).name !== null) return false;
      for (const pk of [ledgerPartition(ledgerId), activityPartition(ledgerId)]) {
        for await (const { items } of table.pages({ ...inPartition(pk), ConsistentRead: true }))
          if (items.some(({ sk }) => !DERIVED.test(String(sk)))) return false;
      }
      return true;
    },
  };
}

export const SETTLEMENT_PREFIX = "SETTLEMENT#";
const settlementKey = ledgerKeys(SETTLEMENT_PREFIX);

/** Stored as `day`, as an item with the attribute `date` would be in the transactions' index. */
const { date: day, ...attributes } = storedOf(settlement).entries;
const storedSettlement = v.object({ ...attributes, day });
export function settlementFromItem(item: Item): Settlement {
  const { day, ...rest } = v.parse(storedSettlement, item);
  return { ...rest, date: day };
}

export const settlementItem = (ownerId: Id, { date: day, ...rest }: Settlement) => ({
  ...settlementKey(ownerId, rest),
  ...rest,
  day,
});

export const settlementCodec: Codec<"settlement"> = {
  key: settlementKey,
  fromItem: settlementFromItem,
  steps: itemSteps(settlementKey, (after, _, { ownerId }) => settlementItem(ownerId, after)),
};

export const createSettlementStore = (table: Table): SettlementStore => ({
  list: (ownerId) => readAll(table, ownerId, SETTLEMENT_PREFIX, settlementFromItem),
});
