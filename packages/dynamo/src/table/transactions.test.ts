import { beforeAll, describe, expect, inject, test } from "vitest";
import { freshTable } from "../../../test/store.ts";
import type { Table } from "./table.ts";
import { ABSENT, ConditionFailed, PRESENT, put, remove } from "./writes.ts";

let table: Table;
beforeAll(async () => {
  ({ table } = await freshTable(inject("engine")));
});

const key = (sk: string) => ({ pk: "TEST", sk });

describe("a transaction", () => {
  test("makes equal writes of an item once", async () => {
    const same = () => put({ ...key("same"), value: 1 }, ABSENT);
    await table.transact([same(), put({ ...key("other"), value: 2 }), same()]);
    expect(await table.get(key("same"))).toMatchObject({ value: 1 });
  });

  test("is refused before it is sent if two writes of an item differ", async () => {
    const writes = [put({ ...key("torn"), value: 1 }), remove(key("torn"))];
    await expect(table.transact(writes)).rejects.toThrow("two different writes of one item");
    expect(await table.get(key("torn"))).toBeUndefined();
  });

  test("names a failed condition by its place among the writes that were given", async () => {
    const same = () => put({ ...key("again"), value: 1 });
    const writes = [same(), same(), remove(key("absent"), PRESENT), put({ ...key("last") }, PRESENT)];
    const failure = await table.transact(writes).catch((error) => error);
    expect(failure).toBeInstanceOf(ConditionFailed);
    expect(failure).toMatchObject({ failed: [2, 3], index: 2, item: undefined });
  });
});
