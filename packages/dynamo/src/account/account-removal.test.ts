import { expect, inject, test } from "vitest";
import { Crash, interruptedClient } from "../../../test/crashing-client.ts";
import { category, transaction } from "../../../test/fixtures.ts";
import { addThing, freshTable, itemsOfLedger } from "../../../test/store.ts";
import { createStore } from "../stores.ts";

const OWNER = 1;

/** A ledger of `size` transactions that has ended with its owner's account. */
async function ended(size: number) {
  const fresh = await freshTable(inject("engine"));
  await addThing(fresh.store, OWNER, "category", category({ id: 7 }));
  for (let id = 1; id <= size; id++)
    await addThing(fresh.store, OWNER, "transaction", transaction({ id, categoryId: 7 }));
  const left = async () => (await itemsOfLedger(fresh.table, OWNER)).flat().length;
  expect(await fresh.store.households.end(await fresh.store.households.get(OWNER), OWNER)).toBe(true);
  return { ...fresh, left };
}

test("an ended ledger is deleted completely, its mark last, wherever the deletion is killed", async () => {
  const { name, store, left } = await ended(60);
  let requests = 0;
  for (let isDone = false; !isDone; ) {
    requests += 1;
    let sent = 0;
    const client = interruptedClient(inject("engine"), () => {
      if (++sent > requests) throw new Crash();
    });
    const deleting = createStore(client, name).accountRemoval.deleteLedger(OWNER, OWNER);
    isDone = await deleting.then(
      () => true,
      (error) => {
        if (error instanceof Crash) return false;
        throw error;
      },
    );
    const isMarked = (await store.households.get(OWNER)).endedBy === OWNER;
    expect(isMarked || (await left()) === 0).toBe(true);
  }
  expect(await left()).toBe(0);
});

test("more items than one transaction takes are deleted in several", async () => {
  const { name, left } = await ended(20);
  const client = interruptedClient(inject("engine"), () => {});
  client.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems = [] } = Object(args.input);
      if (TransactItems.length > 4)
        throw Object.assign(new Error("too large"), { name: "ValidationException" });
      return next(args);
    },
    { step: "initialize", name: "small" },
  );
  await createStore(client, name).accountRemoval.deleteLedger(OWNER, OWNER);
  expect(await left()).toBe(0);
});
