import { createTransactionNotices } from "@coffer/core/budget/transaction-notices";
import { createTransactions } from "@coffer/core/transaction/transactions";
import { cents } from "@coffer/domain/money/money";
import { MAX_NOTIFICATIONS } from "@coffer/domain/notification/choices";
import type { Notification } from "@coffer/domain/notification/notification";
import { beforeEach, expect, inject, test } from "vitest";
import { category, day, month, transaction, user } from "../../../test/fixtures.ts";
import { meteredClient } from "../../../test/metered-client.ts";
import { addThing, freshTable, idsInARow, newUser, ownLedger } from "../../../test/store.ts";
import { createStore } from "../stores.ts";

let fresh: Awaited<ReturnType<typeof freshTable>>;
beforeEach(async () => {
  fresh = await freshTable(inject("engine"));
});

const newNotification = (id: string, at = 0, userId = 1) => {
  const kind = "share" as const;
  const notification: Notification = { id, kind, text: `About ${id}`, link: "/settings", at, read: false };
  return { userId, notification, mail: null };
};
const idsOf = (list: readonly Notification[]) => list.map(({ id }) => id);

test("lists each user's notifications, the newest first", async () => {
  const { notifications } = fresh.store;
  for (const [id, at] of [
    ["b", 2],
    ["a", 1],
    ["c", 3],
  ] as const)
    await notifications.add(newNotification(id, at));
  await notifications.add(newNotification("d", 4, 2));
  expect(await notifications.list(1)).toEqual(
    [newNotification("c", 3), newNotification("b", 2), newNotification("a", 1)].map(
      ({ notification }) => notification,
    ),
  );
  expect(idsOf(await notifications.list(2))).toEqual(["d"]);
  expect(await notifications.list(3)).toEqual([]);
});

test("notifies once, even concurrently", async () => {
  const { notifications } = fresh.store;
  const added = await Promise.all([1, 2, 3].map((at) => notifications.add(newNotification("a", at))));
  expect(added.filter(Boolean)).toHaveLength(1);
  await notifications.markRead(1, ["a", "nothing"]);
  expect(await notifications.add(newNotification("a", 9))).toBe(false);
  expect(await notifications.list(1)).toMatchObject([{ id: "a", read: true }]);
});

test("does not repeat a notification beyond the newest two hundred", async () => {
  const { notifications } = fresh.store;
  const all = Array.from({ length: MAX_NOTIFICATIONS + 5 }, (_, at) => newNotification(`n${at}`, at));
  await Promise.all(all.map(notifications.add));
  expect(await notifications.list(1)).toHaveLength(MAX_NOTIFICATIONS);
  expect((await notifications.notifiedIds(1)).size).toBe(all.length);
  await notifications.markRead(1, ["n0"]);
  expect(await notifications.add(newNotification("n0", 999))).toBe(false);
  const left = await notifications.list(1);
  expect(left).toHaveLength(MAX_NOTIFICATIONS);
  expect(left.at(-1)).toMatchObject({ id: "n5", read: false });
  expect((await notifications.notifiedIds(1)).size).toBe(all.length);
});

test("costs what the table's README says", async () => {
  const { client, measure } = meteredClient(inject("engine"));
  const store = createStore(client, fresh.name);
  await newUser(store, { id: 1 });
  await addThing(store, 1, "category", category({ id: 7 }));
  await addThing(store, 1, "plan", { month: month("2026-11"), categoryId: 7, projected: cents(400_00) });
  const env = { ids: idsInARow(7_000_000_000_000_000), clock: () => 1, origin: "http://coffer.test" };
  const watch = createTransactionNotices(store, { ...env, afterwards: (_key, work) => work() });
  const transactions = createTransactions(store, env, watch);
  const { id: _, createdAt: __, ...draft } = transaction({ id: 1, categoryId: 7, date: day("2026-11-05") });
  // Another user's purchase, as users are not notified of their own.
  const ledger = { ...ownLedger(1), user: user({ id: 2 }) };
  const buy = (amount: number) => () => transactions.add(ledger, { ...draft, amount: cents(amount) });
  // The first one derives the month's sums, which later ones update.
  await buy(50_00)();
  // The two engines differ in what they count for an index within a transaction.
  const { writes, reads } = await measure(buy(50_00));
  // The month's sums, the category's rule and goals, and subscriptions whose price it may be.
  expect(reads).toBeLessThanOrEqual(5);
  expect(writes).toBeLessThanOrEqual(10);
  const { writes: withNotice } = await measure(buy(250_00));
  expect(withNotice).toBeGreaterThan(writes);
  expect(withNotice).toBeLessThanOrEqual(writes + 4);
  expect((await measure(buy(1_00))).writes).toBe(writes);
  for (let n = 0; n < 30; n++) await store.notifications.add(newNotification(`n${n}`, n));
  expect((await measure(() => store.notifications.list(1))).reads).toBeLessThanOrEqual(1.5);
  expect((await measure(() => store.notifications.markRead(1, ["n1"]))).writes).toBe(2);
});
