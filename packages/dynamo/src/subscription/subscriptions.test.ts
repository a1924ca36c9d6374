import { createSubscriptions, type SubscriptionDraft } from "@coffer/core/subscription/subscriptions";
import { createTransactions } from "@coffer/core/transaction/transactions";
import { cents } from "@coffer/domain/money/money";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { category, day, subscriptionDraft } from "../../../test/fixtures.ts";
import { refusal } from "../../../test/refusal.ts";
import {
  addThing,
  freshTable,
  idsInARow,
  ownLedger,
  removeCategory,
  restoreCategory,
} from "../../../test/store.ts";
import { listAll } from "../../../test/transactions.ts";

let fresh: Awaited<ReturnType<typeof freshTable>>;
let subscriptions: ReturnType<typeof createSubscriptions>;
let transactions: ReturnType<typeof createTransactions>;
const now = Date.parse("2026-11-21T12:00:00Z");
beforeAll(async () => {
  fresh = await freshTable(inject("engine"));
  const env = { ids: idsInARow(), clock: () => now };
  subscriptions = createSubscriptions(fresh.store, env);
  transactions = createTransactions(fresh.store, env);
});

let owners = 100;
/** A budget with an expense category 7 and an income category 8, opened on a day. */
async function newLedger(today = "2026-11-21") {
  const ledger = ownLedger(++owners, today);
  await addThing(fresh.store, ledger.ownerId, "category", category({ id: 7 }));
  await addThing(fresh.store, ledger.ownerId, "category", category({ id: 8, type: "income" }));
  return ledger;
}
const MUSIC = { name: "Music", amount: cents(9_99), startDate: day("2026-01-31"), categoryId: 7 };
const draft = (given: Partial<SubscriptionDraft> = {}) => subscriptionDraft({ ...MUSIC, ...given });
const recorded = async (ledger: Awaited<ReturnType<typeof newLedger>>) =>
  (await listAll(transactions, ledger, { startDate: "1900-01-01" })).map(({ date, amount }) => [
    date,
    amount,
  ]);
const NOT_NEXT = refusal("conflict", "That payment is no longer the next one due");

describe("the next payment of a new subscription", () => {
  test.each([
    ["2026-12-24", "monthly", "2026-12-24"],
    ["2026-11-21", "monthly", "2026-12-21"],
    ["2026-01-31", "monthly", "2026-11-30"],
    ["2024-02-29", "annually", "2027-02-28"],
    ["2026-11-20", "daily", "2026-11-22"],
  ] as const)("that starts on %s and is due %s is %s", async (startDate, frequency, next) => {
    const added = await subscriptions.add(await newLedger(), draft({ startDate: day(startDate), frequency }));
    expect(added.nextPaymentDate).toBe(next);
  });

  test("may be past its end, which makes it inactive", async () => {
    const added = await subscriptions.add(await newLedger(), draft({ endDate: day("2026-11-29") }));
    expect(added.active).toBe(false);
  });
});

describe("a subscription", () => {
  test("keeps its type, its terms and its previous price", async () => {
    const ledger = await newLedger();
    const given = {
      type: "income",
      categoryId: 8,
      trialEndDate: day("2026-12-05"),
      cancelNoticeDays: 14,
      previousAmount: cents(8_99),
      amountChangedOn: day("2026-11-01"),
    } as const;
    await subscriptions.add(ledger, draft(given));
    expect(await subscriptions.list(ledger)).toMatchObject([given]);
  });

  test("needs a category of its own budget", async () => {
    const ledger = await newLedger();
    const refused = refusal("invalid", "Choose a category of this budget");
    await expect(subscriptions.add(ledger, draft({ categoryId: 9 }))).rejects.toEqual(refused);
    const { id } = await subscriptions.add(ledger, draft());
    await expect(subscriptions.update(ledger, id, draft({ categoryId: 9 }))).rejects.toEqual(refused);
  });

  test("keeps an overdue payment through any change", async () => {
    const ledger = await newLedger();
    const { id } = await subscriptions.add(ledger, draft());
    const later = { ...ledger, today: day("2027-01-15") };
    expect(await subscriptions.update(later, id, draft({ name: "Radio" }))).toMatchObject({
      name: "Radio",
      nextPaymentDate: "2026-11-30",
    });
    expect(await subscriptions.update(later, id, draft({ frequency: "weekly" }))).toMatchObject({
      nextPaymentDate: "2026-11-28",
    });
  });

  test("that was paused continues with the first payment after today", async () => {
    const ledger = await newLedger();
    const { id } = await subscriptions.add(ledger, draft({ active: false }));
    const later = { ...ledger, today: day("2027-01-15") };
    expect(await subscriptions.update(later, id, draft())).toMatchObject({ nextPaymentDate: "2027-01-31" });
  });

  test("is listed in the order of its next payment", async () => {
    const ledger = await newLedger();
    for (const startDate of ["2026-12-03", "2026-12-01", "2026-12-02"]) {
      await subscriptions.add(ledger, draft({ startDate: day(startDate) }));
    }
    const dates = (await subscriptions.list(ledger)).map(({ nextPaymentDate }) => nextPaymentDate);
    expect(dates).toEqual(["2026-12-01", "2026-12-02", "2026-12-03"]);
  });
});

describe("a payment", () => {
  test("marked as paid is recorded on its due date", async () => {
    const ledger = await newLedger("2026-12-05");
    const { id } = await subscriptions.add({ ...ledger, today: day("2026-11-21") }, draft({ categoryId: 8 }));
    const paid = await subscriptions.pay(ledger, id, day("2026-11-30"));
    expect(paid.nextPaymentDate).toBe("2026-12-31");
    expect(await listAll(transactions, ledger, { startDate: "2026-01-01" })).toMatchObject([
      {
        description: "Music",
        amount: 9_99,
        date: "2026-11-30",
        type: "income",
        categoryId: 8,
        createdAt: now,
      },
    ]);
  });

  test("made ahead of its due date is recorded today", async () => {
    const ledger = await newLedger();
    const { id } = await subscriptions.add(ledger, draft());
    await subscriptions.pay(ledger, id, day("2026-11-30"));
    expect(await recorded(ledger)).toEqual([["2026-11-21", 9_99]]);
  });

  test("is recorded once by concurrent requests", async () => {
    const ledger = await newLedger("2026-12-05");
    const { id } = await subscriptions.add({ ...ledger, today: day("2026-11-21") }, draft());
    const due = day("2026-11-30");
    const calls = [
      ...Array.from({ length: 8 }, () => subscriptions.pay(ledger, id, due)),
      ...Array.from({ length: 4 }, (_, n) => subscriptions.update(ledger, id, draft({ name: `Music ${n}` }))),
    ];
    const outcomes = await Promise.allSettled(calls);
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => NOT_NEXT));
    expect(await recorded(ledger)).toEqual([["2026-11-30", 9_99]]);
    expect(await subscriptions.list(ledger)).toMatchObject([{ nextPaymentDate: "2026-12-31" }]);
  });

  test("that is skipped cannot be paid any more", async () => {
    const ledger = await newLedger();
    const { id } = await subscriptions.add(ledger, draft());
    expect(await subscriptions.skip(ledger, id, day("2026-11-30"))).toMatchObject({
      nextPaymentDate: "2026-12-31",
    });
    await expect(subscriptions.pay(ledger, id, day("2026-11-30"))).rejects.toEqual(NOT_NEXT);
    await expect(subscriptions.skip(ledger, id, day("2026-11-30"))).rejects.toEqual(NOT_NEXT);
    expect(await recorded(ledger)).toEqual([]);
  });

  test("that is the last before the end makes the subscription inactive", async () => {
    const ledger = await newLedger();
    const { id } = await subscriptions.add(ledger, draft({ endDate: day("2026-12-30") }));
    expect(await subscriptions.pay(ledger, id, day("2026-11-30"))).toMatchObject({ active: false });
    await expect(subscriptions.pay(ledger, id, day("2026-12-31"))).rejects.toEqual(NOT_NEXT);
  });

  test("needs a category, which a deletion takes away or replaces", async () => {
    const ledger = await newLedger();
    const { id } = await subscriptions.add(ledger, draft());
    await addThing(fresh.store, ledger.ownerId, "category", category({ id: 9 }));
    await removeCategory(fresh.store, ledger.ownerId, 7, 9, now);
    expect(await subscriptions.list(ledger)).toMatchObject([{ categoryId: 9 }]);
    await fresh.store.categories.cleanUp(ledger.ownerId, now + 1);
    await removeCategory(fresh.store, ledger.ownerId, 9, null, now);
    expect(await subscriptions.list(ledger)).toMatchObject([{ categoryId: null }]);
    await expect(subscriptions.pay(ledger, id, day("2026-11-30"))).rejects.toEqual(
      refusal("invalid", "Category is required"),
    );
    await subscriptions.skip(ledger, id, day("2026-11-30"));
    await fresh.store.categories.cleanUp(ledger.ownerId, now + 1);
    expect(await subscriptions.list(ledger)).toMatchObject([
      { categoryId: null, nextPaymentDate: "2026-12-31" },
    ]);
  });

  test("keeps its link to a deleted category that is restored, unless it got another one meanwhile", async () => {
    const ledger = await newLedger();
    const { id } = await subscriptions.add(ledger, draft());
    const { id: other } = await subscriptions.add(ledger, draft());
    await addThing(fresh.store, ledger.ownerId, "category", category({ id: 9 }));
    await removeCategory(fresh.store, ledger.ownerId, 7, null, now);
    await subscriptions.skip(ledger, id, day("2026-11-30"));
    await subscriptions.update(ledger, other, draft({ categoryId: 9 }));
    await restoreCategory(fresh.store, ledger.ownerId, 7);
    const links = (await subscriptions.list(ledger)).map(({ id, categoryId }) => [id, categoryId]);
    expect(Object.fromEntries(links)).toEqual({ [id]: 7, [other]: 9 });
  });

  test("that is settled is never due again, however the dates are edited", async () => {
    const ledger = await newLedger();
    const daily = draft({ frequency: "daily", startDate: day("2026-11-21") });
    const { id } = await subscriptions.add(ledger, daily);
    await subscriptions.pay(ledger, id, day("2026-11-22"));
    await subscriptions.update(ledger, id, draft());
    expect(await subscriptions.update(ledger, id, daily)).toMatchObject({ nextPaymentDate: "2026-11-23" });
  });

  test("on the calendar's last day is the last", async () => {
    const ledger = await newLedger();
    const { id } = await subscriptions.add(ledger, draft({ startDate: day("2999-12-31") }));
    await subscriptions.skip(ledger, id, day("2999-12-31"));
    await expect(subscriptions.pay(ledger, id, day("2999-12-31"))).rejects.toEqual(NOT_NEXT);
  });
});
