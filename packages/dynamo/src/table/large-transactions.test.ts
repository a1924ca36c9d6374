import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { inBatches } from "@coffer/domain/batches";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { Crash, crashingClient, interruptedClient } from "../../../test/crashing-client.ts";
import { freshTable, itemsOf } from "../../../test/store.ts";
import { createClient } from "./client.ts";
import { datedBetween, type Item, type Key, type WriteInput } from "./item.ts";
import { createTable, type Table } from "./table.ts";
import { ABSENT, AT_ONCE, assign, ConditionFailed, filtered, PRESENT, put, remove, when } from "./writes.ts";

const endpoint = inject("engine");
let table: Table;
beforeAll(async () => {
  ({ table } = await freshTable(endpoint));
});

/** Items to be changed, moved to another date, deleted, updated, checked and created. */
const COUNTS = { changed: 74, moved: 10, deleted: 5, updated: 5, checked: 5, created: 5 };
const keyIn = (pk: string, kind: string, n: number): Key => ({ pk, sk: `${kind}#${n}` });
const each = (pk: string, kind: keyof typeof COUNTS): Key[] =>
  Array.from({ length: COUNTS[kind] }, (_, n) => keyIn(pk, kind, n));
const asRead = when("revision = :asRead", { asRead: 1 });

async function ledger(): Promise<string> {
  const pk = `BUDGET#${randomUUID()}`;
  const existing = (["changed", "moved", "deleted", "updated", "checked"] as const).flatMap((kind) =>
    each(pk, kind),
  );
  const before = { revision: 1, date: "2026-01-01", text: "before", food: true };
  for (const some of inBatches(existing, AT_ONCE))
    await table.transact(some.map((key) => put({ ...key, ...before })));
  return pk;
}

const writesOf = (pk: string): WriteInput[] => [
  ...each(pk, "changed").map((key) =>
    put({ ...key, revision: 2, date: "2026-01-01", text: "after" }, asRead),
  ),
  ...each(pk, "moved").map((key) => put({ ...key, revision: 2, date: "2026-02-02", text: "after" }, asRead)),
  ...each(pk, "deleted").map((key) => remove(key, asRead)),
  ...each(pk, "updated").map((key) => ({ Update: assign(key, { text: "after" }, PRESENT) })),
  ...each(pk, "checked").map((Key) => ({ ConditionCheck: { Key, ...PRESENT } })),
  ...each(pk, "created").map((key) =>
    put({ ...key, revision: 2, date: "2026-02-02", text: "after" }, ABSENT),
  ),
];

/** Everything that readers see of a ledger, by each kind of read. */
async function view(pk: string, reader: Table = table) {
  const dated = (day: string) => reader.query(datedBetween(pk, day, day));
  const inOrder = (items: Item[]) => items.toSorted((a, b) => String(a.sk).localeCompare(String(b.sk)));
  const february = inOrder(await dated("2026-02-02"));
  const before = await reader.query(
    filtered(datedBetween(pk, "2026-01-01", "2026-12-31"), when("food = :food", { food: true })),
  );
  const [one, two] = await reader.getMany([keyIn(pk, "deleted", 3), keyIn(pk, "created", 3)]);
  return {
    february,
    before: inOrder(before),
    january: inOrder(await dated("2026-01-01")),
    kinds: await Promise.all((["changed", "moved", "created"] as const).map((kind) => reader.list(pk, kind))),
    one,
    two,
    three: await reader.get(keyIn(pk, "moved", 9)),
  };
}

describe("a transaction of more than a hundred writes", () => {
  test("makes all of them", async () => {
    const pk = await ledger();
    await table.transact(writesOf(pk));
    const { february, january, before, one, three } = await view(pk);
    expect([february.length, january.length, before.length]).toEqual([15, 84, 10]);
    expect([one, three]).toEqual([undefined, expect.objectContaining({ text: "after" })]);
    expect(january.filter(({ text }) => text === "before")).toHaveLength(5);
    const stored = await itemsOf(table, pk);
    expect(stored.filter((item) => "isNew" in item || "lockedBy" in item)).toEqual([]);
    expect(stored.flatMap(({ sk }) => (String(sk).startsWith("MANY") ? [sk] : []))).toHaveLength(1);
  });

  test("makes none if one of them cannot be made", async () => {
    for (const broken of [keyIn("", "deleted", 4), keyIn("", "changed", 73), keyIn("", "checked", 2)]) {
      const pk = await ledger();
      const key = { ...broken, pk };
      if (key.sk.startsWith("checked")) await table.delete(key);
      else await table.put({ ...key, revision: 9, date: "2026-01-01" });
      const before = await view(pk);
      const writes = writesOf(pk);
      const failure = await table.transact(writes).catch((error: unknown) => error);
      if (!(failure instanceof ConditionFailed)) throw failure;
      const failed = writes[failure.index];
      expect(failed?.Put?.Item ?? failed?.Delete?.Key ?? failed?.ConditionCheck?.Key).toMatchObject(key);
      expect(await view(pk)).toEqual(before);
      await table.transact(writesOf(pk).filter((_, index) => index !== failure.index));
    }
  });

  test("is seen whole or not at all, wherever its process dies", async () => {
    const [untouched, whole] = [await ledger(), await ledger()];
    await table.transact(writesOf(whole));
    const under = (pk: string, seen: unknown) => JSON.parse(JSON.stringify(seen).replaceAll(pk, "BUDGET"));
    const states = [under(untouched, await view(untouched)), under(whole, await view(whole))];
    const seen = new Set<number>();
    for (let at = 1, died = true; died; at++) {
      const pk = await ledger();
      const dying = createTable(
        crashingClient(endpoint, { at, when: at % 2 ? "before" : "after" }),
        table.name,
      );
      died = await dying.transact(writesOf(pk)).then(
        () => false,
        (error) => {
          if (error instanceof Crash) return true;
          throw error;
        },
      );
      const now = under(pk, await view(pk));
      const state = states.findIndex((one) => isDeepStrictEqual(one, now));
      expect({ at, state: state >= 0 ? "whole or none" : now }).toEqual({ at, state: "whole or none" });
      seen.add(state);
      const again = table.transact(writesOf(pk));
      if (state === 0) await again;
      else await expect(again).rejects.toThrow(ConditionFailed);
      expect(under(pk, await view(pk))).toEqual(states[1]);
    }
    expect(seen).toEqual(new Set([0, 1]));
  });

  test("begins again after a concurrent write of one of its items, which does not wait", async () => {
    const pk = await ledger();
    let isDone = false;
    const client = interruptedClient(endpoint, async (command) => {
      if (command !== "TransactWrite" || isDone) return;
      isDone = true;
      await table.update(assign(keyIn(pk, "deleted", 3), { text: "by another" }));
    });
    await createTable(client, table.name).transact(writesOf(pk));
    expect(isDone).toBe(true);
    expect((await view(pk)).february).toHaveLength(15);
  });

  test("is made by one of several concurrent processes", async () => {
    const pk = await ledger();
    const attempts = Array.from({ length: 3 }, () =>
      createTable(createClient(endpoint), table.name).transact(writesOf(pk)),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    for (const one of results)
      if (one.status === "rejected") expect(one.reason).toBeInstanceOf(ConditionFailed);
    expect((await view(pk)).february).toHaveLength(15);
  });
});
