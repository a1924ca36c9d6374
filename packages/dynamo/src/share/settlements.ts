import type { SettlementStore } from "@coffer/core/share/household-store";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { Settlement } from "@coffer/domain/share/balance";
import { settlement } from "@coffer/domain/share/definition";
import * as v from "valibot";
import { type Codec, itemSteps } from "../ledger/codec.ts";
import { type Item, ledgerKeys } from "../table/item.ts";
import { readAll } from "../table/readable.ts";
import type { Table } from "../table/table.ts";

export const SETTLEMENT_PREFIX = "SETTLEMENT#";
const settlementKey = ledgerKeys(SETTLEMENT_PREFIX);

/** Stored as `day`, as an item with the attribute `date` would be in the transactions' index. */
const { date: day, ...attributes } = storedOf(settlement).entries;
const stored = v.object({ ...attributes, day });
export function settlementFromItem(item: Item): Settlement {
  const { day, ...rest } = v.parse(stored, item);
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
