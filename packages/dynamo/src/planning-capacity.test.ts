import { createGoals } from "@coffer/core/goal/goals";
import { createLines } from "@coffer/core/line/lines";
import { createSharedWithMe } from "@coffer/core/share/shared-with-me";
import { createSharing } from "@coffer/core/share/sharing";
import { createPostDue } from "@coffer/core/subscription/post-due";
import { createSubscriptions } from "@coffer/core/subscription/subscriptions";
import { cents } from "@coffer/domain/money/money";
import { addMonthsTo, firstDay, monthOfDay } from "@coffer/domain/time/month";
import { beforeAll, describe, expect, inject, test } from "vitest";
import {
  caller,
  category,
  day,
  goalDraft,
  quiet,
  subscriptionDraft,
  subscription as subscriptionOf,
  transaction,
  user,
} from "../../test/fixtures.ts";
import { meteredClient } from "../../test/metered-client.ts";
import { addThing, freshTable, idsInARow, inBulk, newUser, ownLedger } from "../../test/store.ts";
import { createStore } from "./stores.ts";

// The consumption of goals, subscriptions and shares (docs/promises.md P12), beyond the session's one read.

const ledger = ownLedger(1);
const { client, measure } = meteredClient(inject("engine"));
const now = Date.parse("2026-11-21T12:00:00Z");
const ids = idsInARow(7_000_000_000_000_000);
let core: ReturnType<typeof coreOver>;
const coreOver = (store: ReturnType<typeof createStore>) => {
  const env = { ids, clock: () => now, throttle: false, ...quiet };
  const proveEmail = async (id: number) => user({ id });
  return {
    goals: createGoals(store, env),
    subscriptions: createSubscriptions(store, env),
    sharing: createSharing(store, env),
    sharedWithMe: createSharedWithMe(store, env, proveEmail),
    ...createPostDue(store, env),
  };
};

const goal = goalDraft({ categoryId: 7 });
const subscription = subscriptionDraft({ name: "Music", startDate: day("2026-11-30"), categoryId: 8 });
const shared = { email: "ben@example.com", permission: "view_only", note: null } as const;

beforeAll(async () => {
  const { name, store } = await freshTable(inject("engine"));
  await newUser(store, { id: ledger.ownerId });
  await addThing(store, ledger.ownerId, "category", category({ id: 7 }));
  await addThing(store, ledger.ownerId, "category", category({ id: 8 }));
  core = coreOver(createStore(client, name));
});

describe("a write", () => {
  test("consumes at most nine units, of which the entry takes three", async () => {
    const { id } = await core.goals.add(ledger, goal);
    const milestone = { name: "Half", amount: cents(500_00), description: null };
    const half = await core.goals.addMilestone(ledger, id, milestone);
    const music = await core.subscriptions.add(ledger, subscription);
    for (const write of [
      () => core.goals.add(ledger, goal),
      () => core.goals.update(ledger, id, goal),
      () => core.goals.setStatus(ledger, id, "completed"),
      () => core.goals.contribute(ledger, id, cents(1)),
      () => core.goals.addMilestone(ledger, id, milestone),
      () => core.goals.updateMilestone(ledger, id, half.id, milestone),
      () => core.goals.removeMilestone(ledger, id, half.id),
      () => core.subscriptions.add(ledger, subscription),
      () => core.subscriptions.update(ledger, music.id, { ...subscription, name: "Radio" }),
      () => core.subscriptions.skip(ledger, music.id, music.nextPaymentDate),
      () => core.subscriptions.remove(ledger, music.id),
    ]) {
      const used = await measure(write);
      expect(used.writes, String(write)).toBeLessThanOrEqual(9);
    }
  });

  test("that does two things at once consumes at most twelve", async () => {
    const music = await core.subscriptions.add(ledger, subscription);
    for (const write of [() => core.subscriptions.pay(ledger, music.id, music.nextPaymentDate)]) {
      expect((await measure(write)).writes, String(write)).toBeLessThanOrEqual(12);
    }
    // With its contribution to the goal of its category.
    const aside = await core.subscriptions.add(ledger, { ...subscription, categoryId: 7 });
    const pay = () => core.subscriptions.pay(ledger, aside.id, aside.nextPaymentDate);
    expect((await measure(pay)).writes).toBeLessThanOrEqual(16);
    // With the mails to both sides.
    const share = await measure(() => core.sharing.share(caller({ id: 1 }, now), ledger, shared));
    expect(share.writes).toBeLessThanOrEqual(15);
  });
});

describe("a list", () => {
  test("is read for at most two units, in two round trips", async () => {
    for (const read of [
      () => core.goals.list(ledger),
      () => core.subscriptions.list(ledger),
      () => core.sharing.list(ledger),
      () => core.sharedWithMe.sharedWith(user({ id: 1 })),
    ]) {
      const used = await measure(read);
      expect(used.reads, String(read)).toBeLessThanOrEqual(2);
      expect(used.trips, String(read)).toBeLessThanOrEqual(2);
    }
  });

  test("of due payments costs the daily job next to nothing while none is due", async () => {
    const used = await measure(() => core.postDue(now));
    expect(used).toMatchObject({ writes: 0, trips: 4 });
    // DynamoDB Local charges nothing for what it does not find; DynamoDB and the embedded engine half a unit.
    expect(used.reads).toBeLessThanOrEqual(2);
  });
});

test("a due payment is recorded by nine requests beside the four that find it, two of them for its goals", async () => {
  await core.subscriptions.add(ledger, { ...subscription, autoCreateTransaction: true });
  const used = await measure(() => core.postDue(Date.parse("2026-11-30T12:00:00Z")));
  expect(used.trips).toBe(13);
});

test("the line of twelve months is read for at most eight units", async () => {
  const { name, table } = await freshTable(inject("engine"));
  const month = monthOfDay(day("2026-11-01"));
  // Ids are as long as they are in use.
  const id = idsInARow(1_700_000_000_000_000);
  const categories = Array.from({ length: 60 }, (_, n) => category({ id: id(), name: `Category ${n}` }));
  await inBulk(table, async (store) => {
    for (const one of categories) {
      await addThing(store, 1, "category", one);
      await addThing(store, 1, "plan", { month, categoryId: one.id, projected: cents(100_00) });
    }
    for (let n = 0; n < 80; n++) {
      const due = day(`2026-11-${String(1 + (n % 28)).padStart(2, "0")}`);
      const dates = { startDate: day("2026-01-15"), nextPaymentDate: due };
      const bill = subscriptionOf({
        id: id(),
        name: `Bill ${n}`,
        categoryId: categories[n % 60]?.id,
        ...dates,
      });
      await addThing(store, 1, "subscription", { ...bill, settledThrough: null });
    }
    for (let ago = 0; ago <= 3; ago++)
      for (let n = 0; n < 40; n++) {
        const date = firstDay(addMonthsTo(month, -ago));
        const bought = { id: id(), categoryId: categories[n]?.id ?? 0, date, description: "Weekly shopping" };
        await addThing(store, 1, "transaction", transaction(bought));
      }
    const points = [{ date: day("2026-11-20"), amount: cents(1_000_00) }];
    const account = { name: "Current", kind: "current", isSpendable: true, points } as const;
    await addThing(store, 1, "account", { id: id(), ...account, points });
  });
  const lines = createLines(createStore(client, name), { clock: () => now });
  await lines.line(ledger, undefined, 12);
  const used = await measure(() => lines.line(ledger, undefined, 12));
  expect(used.reads, JSON.stringify(used)).toBeLessThanOrEqual(8);
  expect(used.writes).toBe(0);
});
