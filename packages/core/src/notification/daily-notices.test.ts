import type { User } from "@coffer/domain/account/user";
import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { DAY_MS } from "@coffer/domain/time/day";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { Crash } from "../../../test/crashing-client.ts";
import { category, day, goal, month, quiet, subscription, transaction } from "../../../test/fixtures.ts";
import { addThing, freshTable, newUser } from "../../../test/store.ts";
import { UNKNOWN_DEVICE } from "../access.ts";
import type { Stores } from "../stores.ts";
import { createDailyNotices } from "./daily-notices.ts";

let fresh: Awaited<ReturnType<typeof freshTable>>;
let store: Stores;
beforeEach(async () => {
  fresh = await freshTable(inject("engine"));
  store = fresh.store;
});

/** 10:00 in New York, 15:00 in London. */
const NOON = Date.parse("2026-11-21T15:00:00Z");
const run = (at = NOON, over: Stores = store) =>
  createDailyNotices(over, { clock: () => at, ...quiet }).notifyDaily(at);
const toldTo = async (id: Id) => (await store.notifications.list(id)).map((one) => one.id).sort();

const person = (id: Id, given: Partial<User> = {}, createdAt = NOON - DAY_MS) =>
  newUser(store, { id, timeZone: "Europe/London", ...given }, createdAt);

/** A budget with something to notify of every kind on 21 November. */
async function household(ownerId: Id) {
  const spent = (id: number, categoryId: Id, amount: number, date = "2026-11-05") =>
    addThing(
      store,
      ownerId,
      "transaction",
      transaction({ id, categoryId, amount: cents(amount), date: day(date) }),
    );
  for (const [id, name] of [
    [1, "Groceries"],
    [2, "Rent"],
    [3, "Fun"],
    [4, "Unplanned"],
  ] as const)
    await addThing(store, ownerId, "category", category({ id, name }));
  for (const categoryId of [1, 2, 3])
    await addThing(store, ownerId, "plan", { month: month("2026-11"), categoryId, projected: cents(400_00) });
  await spent(11, 1, 330_00);
  await spent(12, 2, 400_01);
  await spent(13, 3, 200_00);
  await spent(14, 4, 900_00);
  // Fun usually exceeds its plan by the end of the month.
  for (const [index, past] of ["2026-08-10", "2026-09-10", "2026-10-10"].entries())
    await spent(20 + index, 3, 600_00 + index * 200_00, past);
  await addThing(store, ownerId, "subscription", {
    ...subscription({ id: 31, nextPaymentDate: day("2026-11-23") }),
    settledThrough: null,
  });
  await addThing(store, ownerId, "subscription", {
    ...subscription({ id: 32, nextPaymentDate: day("2026-12-20") }),
    settledThrough: null,
  });
  await addThing(store, ownerId, "goal", goal({ id: 41 }));
  await addThing(store, ownerId, "goal", goal({ id: 42, currentAmount: cents(1_000_00) }));
}
const ALL = [
  "at-plan:2026-11:2",
  "goal-behind:41:2026-11",
  "goal-reached:42:100000",
  "near-plan:2026-11:1",
  "payment-due:31:2026-11-23",
  "projected-over:2026-11:3",
];

describe("each morning", () => {
  test("users are notified once of plans, payments and goals of their own budget", async () => {
    await person(1);
    await person(2);
    await household(1);
    expect(await run()).toEqual({ people: 2, notified: ALL.length });
    expect(await toldTo(1)).toEqual(ALL);
    expect(await toldTo(2)).toEqual([]);
    expect(await run(NOON + 60_000)).toEqual({ people: 0, notified: 0 });
    expect(await run(NOON + DAY_MS)).toEqual({ people: 2, notified: 0 });
  });

  test("a reached goal whose notice a crash lost is notified the next day", async () => {
    await person(1);
    await run(NOON);
    await addThing(store, 1, "goal", goal({ id: 42, currentAmount: cents(1_000_00) }));
    await addThing(store, 1, "goal", goal({ id: 41 }));
    await run(NOON + 2 * DAY_MS);
    expect(await toldTo(1)).toEqual(["goal-reached:42:100000"]);
  });

  test("nobody is notified before seven in their current time zone", async () => {
    const ana = await person(1, { timeZone: "America/New_York" });
    await household(1);
    expect(await run(Date.parse("2026-11-21T11:59:00Z"))).toMatchObject({ people: 0 });
    const account = await store.users.account(ana.id);
    if (!account) throw new Error("no account");
    const moved = { ...account.user, timeZone: "Pacific/Tahiti" };
    await store.users.save(account, { ...account, user: moved }, {});
    expect(await run(Date.parse("2026-11-21T12:00:00Z"))).toMatchObject({ notified: 0 });
    expect(await run(Date.parse("2026-11-21T16:59:00Z"))).toMatchObject({ notified: 0 });
    expect(await run(Date.parse("2026-11-21T17:00:00Z"))).toMatchObject({ notified: ALL.length });
  });

  test("users get only the kinds that they want, in their own currency", async () => {
    await person(1, { notify: { "at-plan": false, "goal-behind": false }, currency: "EUR" });
    await household(1);
    await person(2, { notifications: false });
    await run();
    expect(await toldTo(1)).toEqual(ALL.filter((id) => !/at-plan|goal-behind/.test(id)));
    const [payment] = (await store.notifications.list(1)).filter(({ kind }) => kind === "payment-due");
    expect(payment?.text).toBe("Newspaper, €10, is due in 2 days.");
  });

  test("users whose home is another's budget are notified of it until its share ends", async () => {
    await person(1);
    await person(2, { homeBudget: 1 });
    await household(1);
    const share = { id: 5, ownerId: 1, recipientId: 2, permission: "view_only", note: null } as const;
    const given = { ...share, email: "b@example.com", opened: true, mailed: true, invitedBy: 1 };
    await store.shares.grant(given, {}, { household: null });
    await run();
    expect(await toldTo(2)).toEqual(ALL);
    await store.shares.remove(share, { household: null });
    const due = subscription({ id: 33, nextPaymentDate: day("2026-11-22") });
    await addThing(store, 1, "subscription", { ...due, settledThrough: null });
    await run(NOON + DAY_MS);
    expect(await toldTo(1)).toContain("payment-due:33:2026-11-22");
    expect(await toldTo(2)).toEqual(ALL);
  });

  test("users who have been inactive for two months are not notified until they return", async () => {
    await person(1, {}, NOON - 61 * DAY_MS);
    await household(1);
    expect(await run()).toMatchObject({ notified: 0 });
    expect(await run(NOON + DAY_MS)).toEqual({ people: 0, notified: 0 });
    const session = { id: "s", userId: 1, sessionVersion: 1, remember: false, device: UNKNOWN_DEVICE };
    const now = NOON + DAY_MS;
    await store.sessions.add({ ...session, createdAt: now, lastSeen: now, passwordGivenAt: now }, now, 9);
    expect((await run(now)).notified).toBeGreaterThan(0);
  });
});

describe("a category whose transactions make it a bill", () => {
  const FIRST = Date.parse("2026-11-01T15:00:00Z");
  async function water(given: Partial<Category> = {}): Promise<void> {
    await person(1, {}, FIRST - DAY_MS);
    await addThing(store, 1, "category", category({ id: 1, name: "Water", ...given }));
    for (const [index, date] of ["2026-08-05", "2026-09-06", "2026-10-05"].entries()) {
      const paid = { id: 11 + index, categoryId: 1, amount: cents(40_00), date: day(date) };
      await addThing(store, 1, "transaction", transaction(paid));
    }
  }

  test("is notified once, on the first of the month", async () => {
    await water();
    await run(FIRST);
    expect(await store.notifications.list(1)).toMatchObject([
      {
        id: "kind-changed:1",
        text: "Water counts as a bill now, since it costs about the same each month: the rest of its plan is set apart.",
        link: "/?month=2026-11",
      },
    ]);
    for (const date of ["2026-11-07", "2026-12-01"]) await run(Date.parse(`${date}T15:00:00Z`));
    expect(await toldTo(1)).toEqual(["kind-changed:1"]);
  });

  test("is notified on the next forecast day if it became one within the month", async () => {
    await water();
    await run(Date.parse("2026-11-05T15:00:00Z"));
    expect(await toldTo(1)).toEqual([]);
    await run(Date.parse("2026-11-07T15:00:00Z"));
    expect(await toldTo(1)).toEqual(["kind-changed:1"]);
  });

  test.each(["bill", "everyday"] as const)("is not notified if somebody chose %s", async (kind) => {
    await water({ kind });
    await run(FIRST);
    expect(await toldTo(1)).toEqual([]);
  });
});

describe("mail of a notice", () => {
  test("is queued once despite crashes and parallel workers", async () => {
    await person(1, { notifyBy: "mail" });
    await household(1);
    for (let at = 1; ; at++) {
      const when = at % 2 === 0 ? "before" : "after";
      const crashing = fresh.crashingStore({ at, when });
      const ended = await run(NOON, crashing).catch((error: unknown) => error);
      if (!(ended instanceof Error)) break;
      expect(ended instanceof AggregateError ? ended.errors : [ended]).toContainEqual(expect.any(Crash));
    }
    await Promise.all([run(), run(), run(NOON + DAY_MS), run(NOON + DAY_MS)]);
    expect(await toldTo(1)).toEqual(ALL);
    expect((await store.outbox.due("bulk", NOON + DAY_MS, 99)).sort()).toEqual(
      ALL.map((id) => `bulk-notice-1-${id}`),
    );
  });

  test("is not queued for unverified addresses", async () => {
    await person(1, { notifyBy: "mail", emailVerified: false });
    await household(1);
    expect(await run()).toMatchObject({ notified: ALL.length });
    expect(await store.outbox.due("bulk", NOON, 99)).toEqual([]);
  });
});
