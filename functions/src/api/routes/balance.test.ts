import { readDebts } from "@coffer/core/share/balances";
import { inBatches } from "@coffer/domain/batches";
import { MOST_SETTLEMENTS } from "@coffer/domain/ceilings";
import { cents } from "@coffer/domain/money/money";
import { settlementItem } from "@coffer/dynamo/share/households";
import { AT_ONCE, put } from "@coffer/dynamo/table/writes";
import { beforeAll, describe, expect, test } from "vitest";
import { day } from "../../../../packages/test/fixtures.ts";
import { idsInARow } from "../../../../packages/test/store.ts";
import { CATEGORY, shareWith } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  // An invitation's day is read from its id, which has the real day.
  product = await startProduct({ now: Date.UTC(2090, 10, 21, 12) });
});

/** Tom's household with Mara, and a guest who may change it. */
async function household(shares?: (tom: number, mara: number) => object) {
  const [tom, mara, guest] = [
    await product.person({ firstName: "Tom" }),
    await product.person({ firstName: "Mara" }),
    await product.person(),
  ];
  for (const [person, permissionType] of [[mara, "member"] as const, [guest, "full_access"] as const]) {
    await tom.post("/api/share-budget", { ...shareWith(person.email), permissionType });
    expect((await person.asOwner(tom.id).get("/api/categories")).status).toBe(200);
  }
  const rule = shares && { shares: shares(tom.id, mara.id) };
  const categoryId = Number(Object((await tom.post("/api/categories", { ...CATEGORY, ...rule })).body).id);
  const maras = mara.asOwner(tom.id);
  const buy = (amount: number, given: object = {}, by = tom.post) =>
    by("/api/transactions", {
      description: "Market",
      type: "expense",
      amount,
      date: "2090-11-21",
      categoryId,
      ...given,
    });
  const settle = (given: object = {}) =>
    tom.post("/api/settlements", { from: mara.id, to: tom.id, amount: 5, date: "2090-11-21", ...given });
  const balance = async () => (await maras.get("/api/balance")).body;
  return { tom, mara, maras, guest, categoryId, buy, settle, balance };
}

describe("who owes whom", () => {
  test("splits purchases equally unless they say otherwise", async () => {
    const { tom, mara, maras, buy, balance } = await household();
    expect(await balance()).toEqual([]);
    await buy(10.01);
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 5 }]);
    await buy(30, {}, maras.post);
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: 10 }]);
    await buy(8, { paidBy: mara.id, shares: [{ userId: tom.id, percent: 100 }] });
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: 18 }]);
    await buy(100, { date: "2024-01-01" });
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: 18 }]);
  });

  test("follows the category's rule at the time of the purchase", async () => {
    const { tom, mara, categoryId, buy, balance } = await household((userId, other) => [
      { userId, percent: 25 },
      { userId: other, percent: 75 },
    ]);
    await buy(10);
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 7.5 }]);
    const equal = await tom.put(`/api/categories/${categoryId}`, { ...CATEGORY, shares: null });
    expect(equal.status).toBe(200);
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 7.5 }]);
    await buy(10);
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 12.5 }]);
  });

  test("refuses settlements beyond the number that a balance reads", async () => {
    const { tom, mara, settle, balance } = await household();
    expect((await settle()).status).toBe(201);
    const ids = idsInARow(Object((await settle()).body).id);
    const one = { from: mara.id, to: tom.id, amount: cents(1_00), date: day("2090-11-21") };
    const more = Array.from({ length: MOST_SETTLEMENTS - 2 }, () =>
      put(settlementItem(tom.id, { ...one, id: ids() })),
    );
    for (const some of inBatches(more, AT_ONCE)) await product.table.transact(some);
    expect(await settle()).toMatchObject({
      status: 409,
      body: { message: "A budget holds at most 5,000 settlements." },
    });
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: MOST_SETTLEMENTS + 8 }]);
  });

  test("sums purchases and settlements of equal days beyond the rows that it reads", async () => {
    const { tom, buy, settle, balance } = await household();
    for (const date of ["2090-11-22", "2090-11-23", "2090-11-24"]) {
      await buy(10, { date });
      await settle({ date });
    }
    expect(await balance()).toEqual([]);
    for (const most of [1, 2]) expect(await readDebts(product.store, tom.id, most)).toEqual([]);
  });

  test("includes members only", async () => {
    const { guest, buy, tom, categoryId } = await household();
    expect(await buy(5, { paidBy: guest.id })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "paidBy", message: "Only a member can have paid" }] },
    });
    const half = { userId: tom.id, percent: 50 };
    const rule = { ...CATEGORY, shares: [half, { userId: guest.id, percent: 50 }] };
    for (const answer of [
      await tom.post("/api/categories", rule),
      await tom.put(`/api/categories/${categoryId}`, rule),
    ]) {
      expect(answer).toMatchObject({
        status: 400,
        body: { issues: [{ path: "shares", message: "Only members can share" }] },
      });
    }
    expect(await buy(5, { shares: [half, { userId: guest.id, percent: 50 }] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "shares", message: "Only members can share" }] },
    });
    expect(await buy(5, { shares: [half] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "shares", message: "The percentages must add up to 100" }] },
    });
  });

  test("is explained by a month's rows and the sums of other months", async () => {
    const { tom, mara, maras, buy, settle, balance } = await household();
    await buy(20);
    await buy(7, { date: "2090-10-03" });
    await settle({ amount: 4 });
    const rows = async (query: string) =>
      (await maras.get(`/api/explain?month=11&year=2090&card=balance${query}`)).body;
    const months = [
      { month: 10, year: 2090, amount: 3.5 },
      { month: 11, year: 2090, amount: 6 },
    ];
    expect(await rows(`&from=${mara.id}&to=${tom.id}`)).toMatchObject({
      amount: 9.5,
      rows: [
        { kind: "transaction", amount: 10, transaction: { amount: 20 } },
        { kind: "settlement", amount: -4, settlement: { from: mara.id } },
        { kind: "owed", amount: 3.5 },
      ],
      months,
    });
    expect(await rows("")).toMatchObject({ amount: 9.5, months });
    expect(await rows(`&from=${tom.id}&to=${mara.id}`)).toMatchObject({ amount: -9.5 });
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 9.5 }]);
  });

  test("includes a guest from the day on which they become a member", async () => {
    const { tom, mara, guest, buy, balance } = await household();
    await buy(10, { date: "2026-01-01" });
    const raised = await tom.post("/api/share-budget", {
      ...shareWith(guest.email),
      permissionType: "member",
    });
    expect(raised.status).toBe(201);
    await buy(10, { date: "2026-01-01" });
    expect(await balance()).toEqual([]);
    await buy(9);
    expect(await balance()).toEqual([
      { from: mara.id, to: tom.id, amount: 3 },
      { from: guest.id, to: tom.id, amount: 3 },
    ]);
  });

  test("leaves the refund of a purchase from before a member joined to those who made it", async () => {
    const { buy, balance } = await household();
    await buy(10, { date: "2026-01-01" });
    await buy(4, { refund: true });
    expect(await balance()).toEqual([]);
    await buy(2, { description: "Deposit", refund: true });
    expect(await balance()).toMatchObject([{ amount: 1 }]);
  });

  test("outlives a member who leaves", async () => {
    const { tom, mara, maras, buy, balance } = await household();
    const owed = async () => (await tom.get("/api/balance")).body;
    await buy(10, { date: "2090-11-20" });
    await buy(10, { date: "2090-11-22" });
    expect((await maras.delete(`/api/ledger/members/${mara.id}`)).status).toBe(204);
    expect(await owed()).toEqual([{ from: mara.id, to: tom.id, amount: 5 }]);
    await tom.post("/api/share-budget", { ...shareWith(mara.email), permissionType: "member" });
    expect((await maras.get("/api/categories")).status).toBe(200);
    await buy(30);
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 25 }]);
  });

  test("applies the category's rule to imports and subscriptions", async () => {
    const { tom, mara, guest, categoryId, balance } = await household((userId, other) => [
      { userId, percent: 25 },
      { userId: other, percent: 75 },
    ]);
    const row = { date: "2090-11-20", description: "Card", amount: 10, type: "expense", categoryId };
    const send = (paidBy: number, batch: string) =>
      tom.post("/api/imports", { batch, source: "Card", paidBy, rows: [row] });
    expect(await send(guest.id, "household-0")).toMatchObject({
      status: 400,
      body: { issues: [{ path: "paidBy", message: "Only a member can have paid" }] },
    });
    expect((await send(mara.id, "household-1")).body).toMatchObject({ added: 1 });
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: 2.5 }]);
    const rent = {
      name: "Rent",
      amount: 100,
      frequency: "monthly",
      startDate: "2090-11-01",
      endDate: null,
      categoryId,
      paidBy: mara.id,
      description: null,
      website: null,
      notes: null,
    };
    expect(await tom.post("/api/subscriptions", { ...rent, paidBy: guest.id })).toMatchObject({
      status: 400,
    });
    const { id, nextPaymentDate: dueDate } = Object((await tom.post("/api/subscriptions", rent)).body);
    expect((await tom.post(`/api/subscriptions/${id}/pay`, { dueDate })).status).toBe(200);
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: 27.5 }]);
  });

  test("takes the payer of a recorded bill from the bank's row", async () => {
    const { tom, mara, maras, categoryId, balance } = await household();
    const bill = { frequency: "weekly", startDate: "2090-11-15", autoCreateTransaction: true, categoryId };
    for (const [name, amount] of [
      ["Power", 40],
      ["Water", 20],
    ])
      expect((await tom.post("/api/subscriptions", { ...bill, name, amount })).status).toBe(201);
    await product.core.postDue(Date.UTC(2090, 10, 22, 12));
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 30 }]);
    // One in the bank's words, one in those that were recorded.
    const row = { type: "expense", amount: 40, date: "2090-11-23", description: "POWER AG 4711" };
    const rows = [row, { ...row, amount: 20, date: "2090-11-22", description: "Water" }];
    const matches = (await maras.post("/api/imports/match", { rows })).body as { transactionId: number }[];
    expect(matches).toMatchObject([{ state: "like" }, { state: "like" }]);
    const tied = { ...rows[0], tiesTo: matches[0]?.transactionId };
    const sent = {
      batch: "mara-bank-1",
      source: "Bank",
      paidBy: mara.id,
      rows: [tied, { ...rows[1], categoryId }],
    };
    expect((await maras.post("/api/imports", sent)).body).toMatchObject({ added: 0, tied: 1, already: 1 });
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: 30 }]);

    const [entry] = Object((await maras.get("/api/activity?limit=1")).body);
    expect(entry).toMatchObject({ kind: "import", after: { added: 0 } });
    const undone = Object((await maras.post(`/api/activity/${entry.id}/undo`, undefined)).body);
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 30 }]);
    expect((await tom.post(`/api/activity/${undone.id}/undo`, undefined)).status).toBe(200);
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: 30 }]);
  });
});

describe("settling up", () => {
  test("reduces the balance by its amount", async () => {
    const { tom, mara, buy, settle, balance } = await household();
    await buy(20);
    expect(await settle()).toMatchObject({ status: 201, body: { from: mara.id, to: tom.id, amount: 5 } });
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 5 }]);
    await settle({ amount: 12 });
    expect(await balance()).toEqual([{ from: tom.id, to: mara.id, amount: 7 }]);
    const [entry] = Object((await tom.get("/api/activity?limit=1")).body);
    expect(entry).toMatchObject({ kind: "settlement", label: "from Mara to Tom", after: { amount: 12 } });
    expect((await tom.post(`/api/activity/${entry.id}/undo`, undefined)).status).toBe(200);
    expect(await balance()).toEqual([{ from: mara.id, to: tom.id, amount: 5 }]);
    expect((await tom.get("/api/budgets?month=11&year=2090")).body).toMatchObject([{ actual: 20 }]);
  });

  test("is recognized in the files of both accounts until it is undone", async () => {
    const { tom, maras, categoryId, buy, settle } = await household();
    await buy(20);
    const { id } = Object((await settle({ amount: 891.83 })).body);
    const row = { date: "2090-11-22", description: "Ausgleich", amount: 891.83, type: "income" };
    const match = async (by: typeof maras, type: string) =>
      (
        await by.post("/api/imports/match", {
          rows: [
            { ...row, type },
            { ...row, type, amount: 12 },
          ],
        })
      ).body;
    const known = { state: "left-out", transactionId: null, by: null, settlementId: id };
    for (const [by, type] of [
      [tom, "income"],
      [maras, "expense"],
    ] as const)
      expect(await match(by, type)).toEqual([known, { state: "new", transactionId: null, by: null }]);
    // It may be imported nevertheless.
    const whole = { ...row, type: "expense", categoryId };
    const sent = { batch: "settled-1", source: "Bank", rows: [whole] };
    expect((await maras.post("/api/imports", sent)).body).toMatchObject({ added: 1 });
    const entries = Object((await tom.get("/api/activity?limit=5")).body) as { id: string; kind: string }[];
    const entry = entries.find(({ kind }) => kind === "settlement");
    expect((await tom.post(`/api/activity/${entry?.id}/undo`, undefined)).status).toBe(200);
    expect(await match(tom, "income")).toMatchObject([{ state: "new" }, { state: "new" }]);
  });

  test("requires two members and a positive amount", async () => {
    const { tom, guest, settle } = await household();
    const refused = async (given: object) => Object((await settle(given)).body).issues;
    expect(await refused({ from: guest.id })).toEqual([
      { path: "from", message: "Only members can settle up" },
    ]);
    expect(await refused({ from: tom.id })).toEqual([{ path: "to", message: "Choose two different people" }]);
    expect(await refused({ amount: 0 })).toEqual([
      { path: "amount", message: "Amount must be greater than 0" },
    ]);
  });

  test("returns the amount beyond the debt as credit", async () => {
    const { buy, settle } = await household();
    await buy(20);
    expect((await settle({ amount: 10 })).body).toMatchObject({ credit: 0 });
    expect((await settle({ amount: 12 })).body).toMatchObject({ credit: 12 });
  });
});
