import { ENTRY_HEADER } from "@coffer/contract/error";
import { MAX_POINTS } from "@coffer/domain/money-account/definition";
import { addDays } from "@coffer/domain/time/day";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { day } from "../../../../packages/test/fixtures.ts";
import { addThing } from "../../../../packages/test/store.ts";
import {
  ACCOUNT,
  CATEGORY,
  invalidField,
  type Person,
  shareWith,
  transactionOf,
} from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
let person: Person;
beforeAll(async () => {
  product = await startProduct();
});
beforeEach(async () => {
  person = await product.person();
});

const accounts = async (by: Visitor = person) => Object((await by.get("/api/accounts")).body);
async function account(given: object = {}, ...points: [date: string, amount: number][]): Promise<string> {
  const added = await person.post("/api/accounts", { ...ACCOUNT, ...given });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const path = `/api/accounts/${Object(added.body).id}`;
  for (const [date, amount] of points) await person.put(`${path}/points/${date}`, { amount });
  return path;
}
const undo = async (headers: Headers) => {
  const undone = await person.post(`/api/activity/${headers.get(ENTRY_HEADER)}/undo`);
  expect(undone.status, JSON.stringify(undone.body)).toBe(200);
  return undone.headers;
};
const sentences = async (count = 100) =>
  Object((await person.get(`/api/activity?limit=${count}`)).body).map(
    ({ action, kind, label }: Record<string, string>) => `${action} ${kind} ${label}`,
  );

describe("points", () => {
  test("are listed by day", async () => {
    const points = [
      ["2026-11-20", 30],
      ["2026-09-01", -12.5],
      ["2026-10-01", 0],
      ["2026-11-20", 31.25],
    ] as const;
    await account({}, ...points.map(([date, amount]): [string, number] => [date, amount]));
    const [shown] = await accounts();
    expect(shown).toMatchObject({
      ...ACCOUNT,
      points: [
        { date: "2026-09-01", amount: -12.5 },
        { date: "2026-10-01", amount: 0 },
        { date: "2026-11-20", amount: 31.25 },
      ],
      latest: { date: "2026-11-20", amount: 31.25 },
    });
  });

  test("are an empty list for a new account", async () => {
    await account();
    expect(await accounts()).toMatchObject([{ points: [], latest: null }]);
  });

  test.each([
    ["2026-11-22", 1, "date", "Enter the balance of today or of an earlier day"],
    ["2026-02-30", 1, "", "This is not a day"],
    ["2026-11-20", undefined, "amount", "Enter a balance"],
    ["2026-11-20", "12", "amount", "Enter a balance"],
    ["2026-11-20", 1.234, "amount", "Use at most two decimals"],
    ["2026-11-20", 10_000_000_000, "amount", "Use an amount of at most 9,999,999,999.99"],
    ["2026-11-20", -10_000_000_000, "amount", "Use an amount of at most 9,999,999,999.99"],
  ])("of %s with %s are refused", async (date, amount, path, message) => {
    const answer = await person.put(`${await account()}/points/${date}`, { amount });
    if (path === "") expect(answer.status).toBe(404);
    else expect(answer).toMatchObject({ status: 400, body: invalidField(path, message) });
    expect(await accounts()).toMatchObject([{ points: [] }]);
  });

  test("may be as large as amounts can be", async () => {
    const path = await account();
    for (const amount of [9_999_999_999.99, -9_999_999_999.99])
      expect(await person.put(`${path}/points/2026-11-20`, { amount })).toMatchObject({
        status: 200,
        body: { latest: { amount } },
      });
    const loan = await account({ kind: "loan", isSpendable: false });
    const message = "What is owed on a loan is below zero: enter it with a minus";
    expect(await person.put(`${loan}/points/2026-11-20`, { amount: 5 })).toMatchObject({
      status: 400,
      body: invalidField("amount", message),
    });
    expect((await person.put(`${loan}/points/2026-11-20`, { amount: 0 })).status).toBe(200);
  });

  test("are limited to the latest sixty in lists", async () => {
    const first = day("2024-01-01");
    const points = Array.from({ length: MAX_POINTS }, (_, index) => ({
      date: addDays(first, index),
      amount: 0,
    }));
    await addThing(product.store, person.id, "account", { ...ACCOUNT, id: 5, points: points as never });
    const [shown] = await accounts();
    expect(shown.points).toHaveLength(60);
    expect(shown.points.at(-1)).toEqual(shown.latest);
    const message = "An account holds at most 1,000 balances. Delete some of the oldest first.";
    expect(await person.put("/api/accounts/5/points/2026-11-21", { amount: 1 })).toMatchObject({
      status: 409,
      body: { message },
    });
    expect((await person.put(`/api/accounts/5/points/${first}`, { amount: 1 })).status).toBe(200);
  });

  test("are undone one by one despite later entries", async () => {
    const path = await account({}, ["2026-11-01", 10]);
    const { headers } = await person.put(`${path}/points/2026-11-10`, { amount: 20 });
    const replaced = await person.put(`${path}/points/2026-11-01`, { amount: 11 });
    await person.put(path, { ...ACCOUNT, name: "Joint" });
    const pointsNow = async () =>
      (await accounts())[0].points.map(({ amount }: { amount: number }) => amount);
    await undo(await undo(headers));
    expect(await pointsNow()).toEqual([11, 20]);
    await undo(replaced.headers);
    expect(await pointsNow()).toEqual([10, 20]);
    const removed = await person.delete(`${path}/points/2026-11-10`);
    expect(removed).toMatchObject({ status: 200, body: { points: [{ amount: 10 }] } });
    expect((await person.delete(`${path}/points/2026-11-10`)).status).toBe(404);
    await undo(removed.headers);
    expect(await pointsNow()).toEqual([10, 20]);
    expect(await sentences(1)).toEqual(["undone point Joint"]);
  });

  test("that were changed since refuse an undo with their current state", async () => {
    const path = await account();
    const { headers } = await person.put(`${path}/points/2026-11-10`, { amount: 20 });
    await person.put(`${path}/points/2026-11-10`, { amount: 21 });
    const id = headers.get(ENTRY_HEADER);
    expect(await person.post(`/api/activity/${id}/undo`)).toMatchObject({
      status: 409,
      body: { current: { date: "2026-11-10", amount: 21 } },
    });
    const removed = await person.delete(path);
    const message = "This was changed since, so it cannot simply be undone";
    expect(await person.post(`/api/activity/${id}/undo`)).toMatchObject({ status: 409, body: { message } });
    await undo(removed.headers);
  });

  test("entered concurrently are all kept", async () => {
    const path = await account();
    const days = Array.from({ length: 8 }, (_, index) => `2026-11-1${index}`);
    const answers = await Promise.all(
      days.map((date) => person.put(`${path}/points/${date}`, { amount: 1 })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await accounts())[0].points.map(({ date }: { date: string }) => date)).toEqual(days);
  });
});

describe("an account", () => {
  test("keeps its points when it is renamed or closed", async () => {
    const path = await account({ rate: 3.875 }, ["2026-11-01", 10]);
    const closed = await person.put(path, { ...ACCOUNT, closed: true });
    expect(closed).toMatchObject({
      status: 200,
      body: { closed: true, rate: 3.875, points: [{ amount: 10 }] },
    });
    await person.put(path, { ...ACCOUNT, closed: false });
    await person.put(`${path}/points/2026-11-02`, { amount: 11 });
    expect(await accounts()).toMatchObject([{ closed: false, points: [{ amount: 10 }, { amount: 11 }] }]);
    expect(await sentences(1)).toEqual(["created point Everyday"]);
  });

  test("is restored with its points by an undo", async () => {
    const path = await account({}, ["2026-11-01", 10], ["2026-10-01", 9]);
    const before = await accounts();
    const { headers } = await person.delete(path);
    expect(await accounts()).toEqual([]);
    expect((await person.put(`${path}/points/2026-11-01`, { amount: 1 })).status).toBe(404);
    const redo = await undo(headers);
    expect(await accounts()).toEqual(before);
    await undo(redo);
    expect(await accounts()).toEqual([]);
  });

  test("with points cannot be undone", async () => {
    const added = await person.post("/api/accounts", ACCOUNT);
    await person.put(`/api/accounts/${Object(added.body).id}/points/2026-11-01`, { amount: 1 });
    const id = added.headers.get(ENTRY_HEADER);
    expect((await person.post(`/api/activity/${id}/undo`)).status).toBe(409);
    expect(await accounts()).toHaveLength(1);
  });

  test.each([
    [{ name: " " }, "name", "Name is required"],
    [{ kind: "bank" }, "kind", "Kind must be current, savings, card, cash, loan or other"],
    [{ isSpendable: undefined }, "isSpendable", "isSpendable must be true or false"],
    [{ kind: "loan" }, "isSpendable", "A loan cannot be spent from"],
    [{ rate: -1 }, "rate", "Rate must be 0 to 1,000 percent a year"],
    [{ rate: 1_001 }, "rate", "Rate must be 0 to 1,000 percent a year"],
    [{ payment: 0 }, "payment", "Payment must be greater than 0"],
    [{ closed: "yes" }, "closed", "Closed must be true or false"],
  ])("with %j is refused", async (given, path, message) => {
    const answer = await person.post("/api/accounts", { ...ACCOUNT, ...given });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
  });

  test("is the only one for its account in files", async () => {
    const path = await account({ accountInFile: "…1234" });
    const message = "Everyday already has this name in files";
    const same = { ...ACCOUNT, name: "Other", accountInFile: "…1234" };
    expect(await person.post("/api/accounts", same)).toMatchObject({
      status: 400,
      body: invalidField("accountInFile", message),
    });
    expect((await person.put(path, { ...ACCOUNT, accountInFile: "…1234" })).status).toBe(200);
  });

  test("of another budget is not found", async () => {
    const path = await account();
    const other = await product.person();
    for (const answer of [
      await other.put(path, ACCOUNT),
      await other.delete(path),
      await other.put(`${path}/points/2026-11-01`, { amount: 1 }),
    ])
      expect(answer.status).toBe(404);
  });
});

test.each(["view_only", "edit_transactions", "edit_categories"])(
  "a guest with %s sees nothing of accounts",
  async (permissionType) => {
    await account({ name: "Secret hoard" }, ["2026-11-01", 4_711]);
    const guest = await product.person();
    await person.post("/api/share-budget", { ...shareWith(guest.email), permissionType });
    const theirs = guest.asOwner(person.id);
    await theirs.get("/api/categories");
    await person.put(`/api/accounts/${(await accounts())[0].id}/points/2026-11-02`, { amount: 4_712 });
    expect((await theirs.get("/api/accounts")).status).toBe(403);
    const { body, headers } = await theirs.get("/api/activity?limit=100");
    expect(JSON.stringify(body)).not.toMatch(/Secret hoard|471[12]/);
    expect((await theirs.get("/api/activity?kind=point")).body).toEqual([]);
    expect(headers.get(ENTRY_HEADER)).toBeNull();
    const [entry] = Object((await person.get("/api/activity?limit=1")).body);
    expect((await theirs.post(`/api/activity/${entry.id}/undo`)).status).toBe(403);
  },
);

test("a guest with full_access and a member see and change accounts", async () => {
  await account({}, ["2026-11-01", 10]);
  for (const permissionType of ["full_access", "member"]) {
    const guest = await product.person();
    await person.post("/api/share-budget", { ...shareWith(guest.email), permissionType });
    const theirs = guest.asOwner(person.id);
    await theirs.get("/api/categories");
    const [{ id }] = await accounts(theirs);
    expect((await theirs.put(`/api/accounts/${id}/points/2026-11-03`, { amount: 1 })).status).toBe(200);
    expect((await theirs.get("/api/activity?kind=point")).body).not.toEqual([]);
  }
});

describe("an account that is imported", () => {
  const FILE = "…1234";
  async function imported(...rows: object[]) {
    const food = Object((await person.post("/api/categories", CATEGORY)).body).id;
    const made = rows.map((row) => ({ ...transactionOf(food), account: FILE, ...row }));
    const answer = await person.post("/api/imports", { batch: `batch-${food}`, source: "Bank", rows: made });
    expect(answer).toMatchObject({ status: 200, body: { refused: [] } });
    return food;
  }
  const agreement = async (path: string, query = "") =>
    Object((await person.get(`${path}/agreement${query}`)).body);

  test("agrees if its file's rows lead from one balance to the next, whatever became of them", async () => {
    const path = await account(
      { accountInFile: FILE },
      ["2026-10-31", 1_000],
      ["2026-11-15", 893],
      ["2026-11-20", 843],
    );
    const food = await imported(
      { date: "2026-11-01", description: "Shoes", amount: 7 },
      { date: "2026-11-02", description: "Rent", amount: 50, categoryId: undefined },
      { date: "2026-11-03", description: "Moved", amount: 40, transfer: true },
      { date: "2026-11-04", description: "Cash", amount: 10, leaveOut: true },
      { date: "2026-11-16", description: "Twin", amount: 25 },
      { date: "2026-11-16", description: "Twin", amount: 25 },
      { date: "2026-11-05", description: "Other account", amount: 99, account: "…9876" },
    );
    const [shoes] = Object(
      (await person.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-01")).body,
    );
    await person.put(`/api/transactions/${shoes.id}`, {
      ...transactionOf(food),
      date: "2026-09-01",
      amount: 8,
    });
    expect(await agreement(path)).toEqual([
      { from: "2026-10-31", to: "2026-11-15", expected: 893, stated: 893, days: [], explained: false },
      { from: "2026-11-15", to: "2026-11-20", expected: 843, stated: 843, days: [], explained: false },
    ]);
  });

  test("names the difference on its likely day", async () => {
    const path = await account({ accountInFile: FILE }, ["2026-10-31", 100], ["2026-11-15", 50.9]);
    const food = await imported({ date: "2026-11-01", amount: 7 });
    const gap = { from: "2026-10-31", to: "2026-11-15", expected: 93, stated: 50.9 };
    expect(await agreement(path)).toMatchObject([
      { ...gap, days: [{ date: "2026-11-15", amount: -42.1 }], explained: false },
    ]);
    await person.post("/api/transactions", { ...transactionOf(food), date: "2026-11-03", amount: 42.1 });
    expect(await agreement(path)).toMatchObject([{ days: [{ date: "2026-11-03", amount: -42.1 }] }]);
    const explain = (explained: boolean) =>
      person.post(`${path}/agreement`, { from: gap.from, to: gap.to, explained });
    const { status, headers } = await explain(true);
    expect(status).toBe(204);
    expect(await agreement(path)).toMatchObject([{ explained: true }]);
    await undo(await undo(headers));
    expect(await agreement(path)).toMatchObject([{ explained: true }]);
    await person.put(`${path}/points/2026-11-15`, { amount: 51 });
    expect(await agreement(path)).toMatchObject([{ explained: false }]);
    await person.put(`${path}/points/2026-11-15`, { amount: 50.9 });
    expect((await explain(false)).status).toBe(204);
    expect(await agreement(path)).toMatchObject([{ explained: false }]);
  });

  test("compares only balances with rows between them", async () => {
    const path = await account(
      { accountInFile: FILE },
      ["2026-08-31", 5],
      ["2026-10-31", 100],
      ["2026-11-15", 93],
    );
    expect(await agreement(path)).toEqual([]);
    await imported({ date: "2026-11-01", amount: 7 });
    expect(await agreement(path)).toMatchObject([{ from: "2026-10-31", days: [] }]);
    expect(await agreement(await account({}, ["2026-10-31", 5], ["2026-11-15", 6]))).toEqual([]);
    expect(await person.get(`${path}/agreement?from=2024-01-01`)).toMatchObject({
      status: 400,
      body: invalidField("from", "Compare at most 400 days"),
    });
    expect(
      await person.post(`${path}/agreement`, { from: "2026-10-30", to: "2026-11-15", explained: true }),
    ).toMatchObject({
      status: 400,
      body: invalidField("from", "Choose two balances of the account that follow each other"),
    });
  });
});
