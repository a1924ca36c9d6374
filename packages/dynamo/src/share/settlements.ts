import type { SettlementStore } from "@coffer/core/share/settlement-store";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import type { Settlement } from "@coffer/domain/share/balance";
import { settlement } from "@coffer/domain/share/definition";
import * as v from "valibot";
import { type Codec, deleteStep, putStep } from "../ledger/codec.ts";
import { type Item, idText, ledgerKey, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";

export const SETTLEMENT_PREFIX = "SETTLEMENT#";
const settlementKey = (ownerId: Id, id: Id) => ledgerKey(ownerId, `${SETTLEMENT_PREFIX}${idText(id)}`);

/** `date` is what orders transactions in their index, where a settlement has no place. */
const { date: _, ...attributes } = storedOf(settlement).entries;
const stored = v.object({ ...attributes, day: storedDay });
export function settlementFromItem(item: Item): Settlement {
  const { day, ...rest } = v.parse(stored, item);
  return { ...rest, date: day };
}

export const settlementItem = (ownerId: Id, { date: day, ...rest }: Settlement) => ({
  ...settlementKey(ownerId, rest.id),
  ...rest,
  day,
});

export const settlementCodec: Codec<"settlement"> = {
  key: (ownerId, { id }) => settlementKey(ownerId, id),
  fromItem: settlementFromItem,
  steps({ before, after, version }, context) {
    const { ownerId } = context;
    if (!after) return before ? deleteStep(settlementKey(ownerId, before.id), version) : [];
    return [putStep(settlementItem(ownerId, after), version, context)];
  },
};

export const createSettlementStore = (table: Table): SettlementStore => ({
  list: async (ownerId) =>
    readEach(await table.list(ledgerPartition(ownerId), SETTLEMENT_PREFIX), settlementFromItem),
});
