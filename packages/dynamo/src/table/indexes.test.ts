import * as v from "valibot";
import { beforeAll, expect, inject, test } from "vitest";
import { freshTable } from "../../../test/store.ts";
import { createIndex, having } from "./indexes.ts";
import type { Table } from "./table.ts";

let table: Table;
beforeAll(async () => {
  ({ table } = await freshTable(inject("engine")));
  await table.put({
    pk: "REMOVAL#1",
    sk: "REMOVAL",
    schedulePk: "REMOVALS",
    scheduleSk: "1",
    userId: 1,
    ledgerIds: [2],
  });
});

test("an index reads what it has of an item", async () => {
  const removals = createIndex("schedule", { userId: v.number() });
  expect(await table.query(removals.of("REMOVALS"))).toEqual([{ userId: 1 }]);
  expect(await table.query(having(removals.of("REMOVALS"), "userId", 2))).toEqual([]);
});

test("no attribute that an index does not have can be read from it, or filtered by", async () => {
  const entries = { userId: v.number(), ledgerIds: v.optional(v.array(v.number())) };
  // @ts-expect-error: the index has no `ledgerIds`.
  const removals = createIndex("schedule", entries);
  // @ts-expect-error: as above.
  const filtered = having(removals.of("REMOVALS"), "ledgerIds", [2]);
  expect(await table.query(filtered)).toEqual([]);
  expect(await table.query(removals.of("REMOVALS"))).toEqual([{ userId: 1 }]);
});

test("no global index can be queried for whole items", () => {
  const query = { IndexName: "schedule", KeyConditionExpression: "schedulePk = :pk" } as const;
  // @ts-expect-error: it does not say what is read.
  const asked: Parameters<Table["query"]>[0] = query;
  expect(asked).toBe(query);
});
