import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { category, day, quiet, transaction } from "../../../test/fixtures.ts";
import { addThing, freshTable, idsInARow, newUser, ownLedger } from "../../../test/store.ts";
import type { Stores } from "../stores.ts";
import { createTransactions } from "../transaction/transactions.ts";
import { createEmailResolver } from "./resolve-email.ts";

const TODAY = day("2026-11-22");
const instant = (text: string) => Date.parse(`${text}Z`);
const share = { id: 5, ownerId: 1, recipientId: 2, permission: "full_access", note: null } as const;

let store: Stores;
let time: { now: number };
let ids: () => Id;
beforeEach(async () => {
  ({ store } = await freshTable(inject("engine")));
  time = { now: 0 };
  ids = idsInARow(7_000_000_000_000_000);
  const zone = { timeZone: "Europe/London", emailNotifications: true } as const;
  await newUser(store, { id: 1, firstName: "Ana", ...zone });
  await newUser(store, { id: 2, firstName: "Ben", homeBudget: 1, notifyBy: "summary", ...zone });
  await addThing(store, 1, "category", category({ id: 7, name: "Food" }));
  await store.shares.grant(
    { ...share, email: "b@example.com", opened: true, mailed: true, invitedBy: 1 },
    {},
    { household: null },
  );
});

/** Adds a transaction to Ana's budget at an instant. */
async function enter(by: Id, at: string, description: string) {
  time.now = instant(at);
  const { id: _, createdAt: __, ...draft } = transaction({ id: 1, categoryId: 7, date: day("2026-11-21") });
  const ledger = { ...ownLedger(by), ownerId: 1 };
  await createTransactions(store, { ids, clock: () => time.now }).add(ledger, { ...draft, description });
}
const tell = (id: string, at: string) => {
  const about = { kind: "share", link: "/settings", read: false } as const;
  return store.notifications.add({
    userId: 2,
    notification: { ...about, id, text: `Told ${id}`, at: instant(at) },
    mail: null,
  });
};
async function summaryOf(userId: Id, of = TODAY, frequency?: "weekly" | "monthly") {
  const { email: to } = (await store.users.get(userId)) as User;
  const mail = { kind: "digest", to, day: of, ...(frequency && { frequency }) } as const;
  const resolve = createEmailResolver(store, { ...quiet, clock: () => time.now });
  const resolved = await (await resolve({ id: "digest", mail, createdAt: 0, userId }))?.compose();
  if (resolved?.data.kind !== "digest") throw new Error("no summary");
  return resolved.data;
}

describe("a letter", () => {
  const points = [{ date: day("2026-11-20"), amount: cents(500_00) }];
  const account = { id: 9, name: "Hoard", kind: "current", isSpendable: true, points } as const;

  test("is about its week or month", async () => {
    await addThing(store, 1, "account", { ...account, points: [...points] });
    await enter(1, "2026-11-21T12:00:00", "Shopping");
    const { facts } = await summaryOf(1, TODAY, "weekly");
    expect(facts.letter).toMatchObject({
      from: "2026-11-15",
      to: "2026-11-21",
      went: 1_00,
      lowest: { date: "2027-10-31", amount: expect.any(Number) },
    });
    expect((await summaryOf(2, day("2026-12-01"), "monthly")).facts.letter).toMatchObject({
      from: "2026-11-01",
      to: "2026-11-30",
      went: 1_00,
      plan: null,
      lowest: expect.anything(),
    });
    expect((await summaryOf(1)).facts.letter).toBeUndefined();
  });

  test("hides the forecast from a guest who may not see accounts", async () => {
    await addThing(store, 1, "account", { ...account, points: [...points] });
    await newUser(store, { id: 3, homeBudget: 1, emailNotifications: true, email: "c@example.com" });
    const guest = { ...share, id: 6, recipientId: 3, permission: "edit_categories" } as const;
    await store.shares.grant(
      { ...guest, email: "c@example.com", opened: true, mailed: true, invitedBy: 1 },
      {},
      { household: null },
    );
    const { facts } = await summaryOf(3, TODAY, "weekly");
    expect(facts.letter).toMatchObject({ lowest: null });
    expect(JSON.stringify(facts)).not.toMatch(/Hoard|500/);
  });
});

describe("the daily summary", () => {
  test("reports what others did in the home budget on the day before", async () => {
    await enter(1, "2026-11-20T23:59:00", "Too early");
    for (const at of ["2026-11-21T00:01:00", "2026-11-21T23:59:00"]) await enter(1, at, "Shopping");
    await enter(2, "2026-11-21T12:00:00", "Dinner");
    await enter(1, "2026-11-22T00:01:00", "Too late");
    const { facts, links } = await summaryOf(2);
    expect(facts).toMatchObject({
      firstName: "Ben",
      home: "Ana's budget",
      others: "Ana entered 2 transactions",
    });
    expect(facts.yesterday.rows).toHaveLength(5);
    expect(links.dashboard).toBe("http://coffer.test/?budget=1");
    expect((await summaryOf(1)).facts).toMatchObject({ home: null, others: "Ben entered 1 transaction" });
  });

  test("reports on Mondays which member owes whom", async () => {
    const equal = {
      ...share,
      permission: "member",
      email: "b@example.com",
      opened: true,
      mailed: true,
      invitedBy: 1,
    } as const;
    await store.shares.grant(
      equal,
      { granted: { ...equal, permission: "full_access" } },
      { household: null },
    );
    await enter(1, "2026-11-21T12:00:00", "Shopping");
    expect((await summaryOf(2)).facts.balance).toEqual([]);
    const [line] = (await summaryOf(2, day("2026-11-23"))).facts.balance;
    expect(line).toMatchObject({ from: 2, to: 1, text: "Ben owes Ana" });
  });

  test("is about the user's own budget once the share of their home has ended", async () => {
    await enter(1, "2026-11-21T12:00:00", "Shopping");
    await store.shares.remove(share, { household: null });
    const { facts, links } = await summaryOf(2);
    expect(facts).toMatchObject({ home: null, others: null, yesterday: { total: cents(0) } });
    expect(links.dashboard).toBe("http://coffer.test/");
    expect((await summaryOf(1)).facts.others).toBeNull();
  });

  test("is not sent to users without a budget", async () => {
    const account = await store.users.account(1);
    if (!account) throw new Error("no account");
    await store.users.save(account, { ...account, user: { ...account.user, hasLedger: false } }, {});
    await expect(summaryOf(1)).rejects.toThrow("no summary");
    expect((await summaryOf(2)).facts.home).not.toBeNull();
  });

  test("lists notices since the last summary for users who want them there", async () => {
    await tell("before", "2026-11-21T09:00:00");
    await tell("first", "2026-11-21T09:01:00");
    await tell("last", "2026-11-22T09:00:00");
    await tell("after", "2026-11-22T09:01:00");
    expect((await summaryOf(2)).facts.notices).toMatchObject([{ text: "Told first" }, { text: "Told last" }]);
    expect((await summaryOf(1)).facts.notices).toEqual([]);
  });
});
