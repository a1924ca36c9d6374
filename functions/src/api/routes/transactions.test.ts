import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { versionTag } from "@coffer/domain/activity/version-tag";
import { inBatches } from "@coffer/domain/batches";
import { cents } from "@coffer/domain/money/money";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { noSpending, type Spending, withSpending } from "@coffer/dynamo/table/spending";
import { creationOf } from "@coffer/dynamo/transaction/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import { day, transaction } from "../../../../packages/test/fixtures.ts";
import { ownLedger } from "../../../../packages/test/store.ts";
import { CATEGORY, GOAL, invalidField, transactionOf } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
let ana: Visitor;
let food: number;
let salary: number;
beforeAll(async () => {
  product = await startProduct();
  ana = await product.person();
  food = await category(ana, "expense");
  salary = await category(ana, "income");
});

async function category(person: Visitor, type: string): Promise<number> {
  const draft = { name: "Some", icon: "home", color: "blue", type };
  const { status, body } = await person.post("/api/categories", draft);
  expect(status).toBe(201);
  return Object(body).id;
}
const lunch = (given: Record<string, unknown> = {}) => ({
  description: "Lunch",
  amount: 12.5,
  date: "2026-11-05",
  type: "expense",
  categoryId: food,
  ...given,
});
const issue = (path: string, message: string) => ({ message, issues: [{ path, message }] });

describe("recording a transaction", () => {
  test("answers 201 with the stored transaction", async () => {
    const ben = await product.person();
    const categoryId = await category(ben, "expense");
    const { status, body } = await ben.post(
      "/api/transactions",
      lunch({ categoryId, amount: 0.29, notes: "" }),
    );
    expect(status).toBe(201);
    expect(body).toEqual({
      ...lunch({ categoryId }),
      amount: 0.29,
      notes: null,
      id: expect.any(Number),
      createdAt: product.clock(),
      createdBy: ben.id,
    });
    expect(await ben.get("/api/transactions")).toMatchObject({ status: 200, body: [body] });
  });

  test("ignores fields that a client may not set", async () => {
    const { body } = await ana.post(
      "/api/transactions",
      lunch({ id: 1, createdAt: 0, userId: 7, isAdmin: true }),
    );
    expect(Object.keys(Object(body)).sort()).toEqual(
      ["amount", "categoryId", "createdAt", "createdBy", "date", "description", "id", "notes", "type"].sort(),
    );
    expect(body).toMatchObject({ createdAt: product.clock(), id: expect.any(Number) });
    expect(Object(body).id).not.toBe(1);
  });

  test.each([
    ["description", " ", "Description is required"],
    ["description", "x".repeat(201), "Use at most 200 characters"],
    ["amount", undefined, "Amount is required"],
    ["amount", 0, "Amount must be a positive number"],
    ["amount", -5, "Amount must be a positive number"],
    ["amount", 1.005, "Use at most two decimals"],
    ["amount", 1e308, "Use an amount of at most 9,999,999,999.99"],
    ["amount", 0.1 + 0.2, "Use at most two decimals"],
    ["amount", 10_000_000_000, "Use an amount of at most 9,999,999,999.99"],
    ["amount", "1,000", "Amount must be a positive number"],
    ["date", "", "Date is required"],
    ["date", "2026-02-30", "Use a real date from 1900 to 2999, as yyyy-MM-dd"],
    ["type", "gift", "Type must be income or expense"],
    ["refund", "yes", "Refund must be true or false"],
    ["categoryId", undefined, "Category is required"],
    ["categoryId", 1.5, "Category is required"],
    ["categoryId", 123, "Category is required"],
    ["notes", "x".repeat(2_001), "Use at most 2000 characters"],
  ])("with %s %j is 400", async (field, value, message) => {
    const answer = await ana.post("/api/transactions", lunch({ [field]: value }));
    expect(answer).toMatchObject({ status: 400, body: issue(field, message) });
  });

  test.each(["NaN", "Infinity", "1e999", "-0", "0x10"])(
    "with the literal %s as its amount is 400",
    async (literal) => {
      const body = JSON.stringify(lunch()).replace("12.5", literal);
      expect((await ana.post("/api/transactions", body)).status).toBe(400);
    },
  );

  test("as a refund reduces its category's actual", async () => {
    const ben = await product.person();
    const categoryId = await category(ben, "expense");
    await ben.post("/api/transactions", lunch({ categoryId, amount: 30 }));
    const { body } = await ben.post("/api/transactions", lunch({ categoryId, refund: true }));
    expect(body).toMatchObject({ amount: 12.5, refund: true });
    const { body: budgets } = await ben.get("/api/budgets?month=11&year=2026");
    expect(budgets).toMatchObject([{ categoryId, actual: 17.5 }]);
  });

  test("as a refund of income is 400", async () => {
    const answer = await ana.post(
      "/api/transactions",
      lunch({ categoryId: salary, type: "income", refund: true }),
    );
    expect(answer).toMatchObject({ status: 400, body: issue("refund", "Only an expense can be a refund") });
  });

  test("in a category of the other type is 400", async () => {
    const answer = await ana.post("/api/transactions", lunch({ categoryId: salary }));
    expect(answer).toMatchObject({
      status: 400,
      body: issue("categoryId", "Choose a category of type expense"),
    });
  });

  test("twice with one Idempotency-Key gives the first answer again", async () => {
    const key = { "idempotency-key": "a-key-of-mine" };
    const first = await ana.post("/api/transactions", lunch(), key);
    product.pass(1_000);
    expect(await ana.post("/api/transactions", lunch(), key)).toMatchObject({
      status: 201,
      body: first.body,
    });
    expect(await ana.post("/api/transactions", lunch({ amount: 1 }), key)).toMatchObject({
      status: 409,
      body: { message: "This Idempotency-Key was used for another request" },
    });
  });
});

describe("changing and deleting a transaction", () => {
  test("answer 404 after its deletion", async () => {
    const { body } = await ana.post("/api/transactions", lunch());
    const path = `/api/transactions/${Object(body).id}`;
    expect(await ana.put(path, lunch({ amount: 99.99, notes: "dear" }))).toMatchObject({
      status: 200,
      body: { ...Object(body), amount: 99.99, notes: "dear" },
    });
    expect(await ana.delete(path)).toMatchObject({ status: 204, body: undefined });
    const notFound = { status: 404, body: { message: "Transaction not found" } };
    expect(await ana.delete(path)).toMatchObject(notFound);
    expect(await ana.put(path, lunch())).toMatchObject(notFound);
  });

  test("answer 404 for another person's transaction", async () => {
    const { body } = await ana.post("/api/transactions", lunch());
    const ben = await product.person();
    const path = `/api/transactions/${Object(body).id}`;
    expect((await ben.delete(path)).status).toBe(404);
    expect((await ben.put(path, lunch({ categoryId: await category(ben, "expense") }))).status).toBe(404);
    for (const id of ["0", "x", "1.5", "99999999999999999999"]) {
      expect((await ana.delete(`/api/transactions/${id}`)).status).toBe(404);
    }
    expect(Object(await ana.get("/api/transactions")).body).toContainEqual(body);
  });
});

test("reads an ISO instant as a day in the user's time zone", async () => {
  const recorded = async (date: string) =>
    Object((await ana.post("/api/transactions", lunch({ date }))).body).date;
  expect(await recorded("2026-11-06T03:00:00.000Z")).toBe("2026-11-05");
  expect(await recorded("2026-11-06T03:00:00+03:00")).toBe("2026-11-05");
  expect(await recorded("2026-11-06T03:00")).toBe("2026-11-06");
  const { body } = await ana.post("/api/transactions", lunch());
  const moved = await ana.put(
    `/api/transactions/${Object(body).id}`,
    lunch({ date: "2026-11-08T12:00:00Z" }),
  );
  expect(moved).toMatchObject({ status: 200, body: { date: "2026-11-08" } });
  expect(await ana.post("/api/transactions", lunch({ date: "2026-11-31T12:00:00Z" }))).toMatchObject({
    status: 400,
    body: issue("date", "Use a real date from 1900 to 2999, as yyyy-MM-dd"),
  });
});

describe("a range of transactions", () => {
  test("accepts dates and instants", async () => {
    const instants = "startDate=2026-11-01T05:00:00.000Z&endDate=2026-12-01T04:59:59.999Z";
    expect((await ana.get(`/api/transactions?${instants}`)).status).toBe(200);
    expect(await ana.get("/api/transactions?startDate=2026-02-30&endDate=2026-03-01")).toMatchObject({
      status: 400,
      body: issue("startDate", "Use a real date from 1900 to 2999, as yyyy-MM-dd"),
    });
    expect(await ana.get("/api/transactions?startDate=2026-03-02&endDate=2026-03-01")).toMatchObject({
      status: 400,
      body: issue("endDate", "End date must not be before the start date"),
    });
  });
});

describe("searching transactions", () => {
  /** A person with a coffee in May for 4.20, a refund of 1.00 of it, and a salary of 100. */
  async function cashbook() {
    const person = await product.person();
    const [food, salary] = [await category(person, "expense"), await category(person, "income")];
    const record = (given: Record<string, unknown>) => person.post("/api/transactions", lunch(given));
    await record({ categoryId: food, description: "Café", amount: 4.2, date: "2025-05-05" });
    await record({ categoryId: food, description: "Café", amount: 1, date: "2025-06-05", refund: true });
    await record({ categoryId: salary, description: "Pay", amount: 100, date: "2026-11-01", type: "income" });
    const search = async (query: string) => {
      const { status, body } = await person.get(`/api/transactions/search?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return Object(body);
    };
    return { person, food, search };
  }
  const amounts = ({ rows }: { rows: { amount: number }[] }) => rows.map(({ amount }) => amount);

  test("finds those of all months, newest first, with totals", async () => {
    const { search } = await cashbook();
    const all = await search("");
    expect(amounts(all)).toEqual([100, 1, 4.2]);
    expect(all).toMatchObject({ total: { count: 3, income: 100, expense: 3.2 }, cursor: null });
    expect(amounts(await search("text=cafe&sort=amount"))).toEqual([1, 4.2]);
  });

  test("applies every filter", async () => {
    const { person, food, search } = await cashbook();
    expect(amounts(await search("amount=4.20"))).toEqual([4.2]);
    expect(amounts(await search("from=2025-06-01&to=2025-12-31"))).toEqual([1]);
    expect(amounts(await search(`categoryId=${food}`))).toEqual([1, 4.2]);
    expect(amounts(await search("type=income"))).toEqual([100]);
    expect(amounts(await search(`by=${person.id}`))).toEqual([100, 1, 4.2]);
    expect(amounts(await search("by=7"))).toEqual([]);
    expect(amounts(await search("from=2026-01-01&to=2025-01-01"))).toEqual([]);
  });

  test("returns a hundred at a time", async () => {
    const person = await product.person();
    const categoryId = await category(person, "expense");
    const rows = Array.from({ length: 101 }, (_, n) => ({
      categoryId,
      id: n + 1,
      amount: cents(100 * (n + 1)),
    }));
    await store(product, person.id, rows);
    const first = Object((await person.get("/api/transactions/search?sort=amount")).body);
    const next = `/api/transactions/search?sort=amount&cursor=${first.cursor}`;
    const second = Object((await person.get(next)).body);
    expect([...amounts(first), ...amounts(second)]).toEqual(Array.from({ length: 101 }, (_, n) => n + 1));
    expect([first.total.count, second.total.count, second.cursor]).toEqual([101, 101, null]);
  });

  test.each([
    ["amount", "12,5", "Amount must be a positive number"],
    ["from", "2026-02-30", "Use a real date from 1900 to 2999, as yyyy-MM-dd"],
    ["sort", "name", "Sort by date, -date, amount or -amount"],
    ["cursor", "later", "This cursor is not valid"],
  ])("with %s %s is 400", async (field, value, message) => {
    const answer = await ana.get(`/api/transactions/search?${field}=${value}`);
    expect(answer).toMatchObject({ status: 400, body: issue(field, message) });
  });
});

describe("a large budget", () => {
  const ROWS = 4_500;
  let product: Product;
  let owner: Awaited<ReturnType<Product["person"]>>;
  let categoryId: number;
  beforeAll(async () => {
    product = await startProduct();
    owner = await product.person();
    categoryId = Object((await owner.post("/api/categories", CATEGORY)).body).id;
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      id: index + 1,
      categoryId,
      amount: cents(index % 20 === 0 ? 101 : 100),
      // A thousand a month, on many days.
      date: day(`2026-0${1 + Math.floor(index / 1_000)}-${String(1 + (index % 28)).padStart(2, "0")}`),
    }));
    await store(product, owner.id, rows);
    await owner.post("/api/budgets", { categoryId, month: 1, year: 2026, projected: 10 });
  });

  test("is searched newest first in calls of some thousand rows", async () => {
    const all = ROWS / 20;
    for (const sort of ["-date", "amount"]) {
      const found: number[] = [];
      const totals: [number, boolean][] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const path: string = `/api/transactions/search?amount=1.01&sort=${sort}${cursor && `&cursor=${cursor}`}`;
        const { status, body } = await owner.get(path);
        expect(status).toBe(200);
        const { rows, total, soFar = false, ...rest } = Object(body);
        expect(rows.length).toBeLessThanOrEqual(100);
        found.push(...rows.map(({ id }: { id: number }) => id));
        totals.push([total.count, soFar]);
        cursor = rest.cursor;
      }
      expect(totals[0]?.[0]).toBeLessThan(all);
      expect(totals.map(([, soFar]) => soFar)).toEqual([true, true, false]);
      expect(totals.at(-1)?.[0]).toBe(all);
      expect([found.length, new Set(found).size]).toEqual([all, all]);
      // Past the rest of what was found in the first call's rows.
      const search = `/api/transactions/search?amount=1.01&sort=${sort}`;
      const { further } = Object((await owner.get(search)).body);
      const { rows, total, cursor: end } = Object((await owner.get(`${search}&cursor=${further}`)).body);
      expect([rows.length, total.count, end]).toEqual([all - (totals[0]?.[0] ?? 0), all, null]);
      // The first month's rows come last.
      expect(Math.max(...found.slice(-10))).toBeLessThanOrEqual(1_000);
    }
  });

  test("counts some thousand rows before a category's type may change", async () => {
    const unused = { ...CATEGORY, name: "Unused" };
    const { id } = Object((await owner.post("/api/categories", unused)).body);
    const { body } = await owner.get(`/api/categories/${categoryId}/usage`);
    expect(body).toEqual({ transactions: 4_000, budgets: 1, subscriptions: 0, goals: 0, soFar: true });
    const answers = [categoryId, id].map((of) =>
      owner.put(`/api/categories/${of}`, { ...unused, type: "income" }),
    );
    expect(await Promise.all(answers)).toMatchObject([
      { status: 409, body: { message: "This category has transactions, so its type cannot change" } },
      { status: 409, body: { message: expect.stringMatching(/^This budget is too large to check/) } },
    ]);
  });

  test("is not searched further after the client disconnects", async () => {
    const search = () => product.core.transactions.search(ownLedger(owner.id), { sort: "-date" });
    const left: Spending = {
      ...noSpending(),
      get signal() {
        return this.read > 300 ? AbortSignal.abort() : undefined;
      },
    };
    await expect(withSpending(left, search)).rejects.toMatchObject({ reason: "busy" });
    expect(left.read).toBeLessThan(1_000);
    await expect(withSpending({ ...noSpending(), read: 50_000 }, search)).rejects.toMatchObject({
      reason: "tooLarge",
    });
  });

  test("is listed completely in pages, despite concurrent additions", async () => {
    const seen: number[] = [];
    const sizes: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const path: string = `/api/transactions?startDate=2000-01-01${cursor && `&cursor=${cursor}`}`;
      const answer = await owner.get(path);
      expect(answer.status).toBe(200);
      const rows = answer.body as { id: number; date: string }[];
      expect(rows.map(({ date }) => date)).toEqual(
        rows
          .map(({ date }) => date)
          .sort()
          .reverse(),
      );
      sizes.push(rows.length);
      seen.push(...rows.map(({ id }) => id));
      cursor = answer.headers.get("x-next-cursor");
      await owner.post("/api/transactions", { ...transactionOf(categoryId), date: "2026-12-31" });
    }
    expect(sizes).toEqual([2_000, 2_000, 500]);
    expect(new Set(seen).size).toBe(ROWS);
  });

  test("refuses an invalid cursor", async () => {
    for (const cursor of ["x", "2026-02-30.1", "2026-13.1", "2026-11-01."]) {
      const { status, body } = await owner.get(`/api/transactions?cursor=${cursor}`);
      expect([status, body]).toEqual([400, invalidField("cursor", "This cursor is not valid")]);
    }
  });
});

/** Writes transactions directly to the table: through the API many would take seconds. */
async function store(product: Product, ownerId: number, rows: (Partial<Transaction> & { id: number })[]) {
  const items = rows.map((row) => creationOf(ownerId, transaction(row)));
  for (const batch of inBatches(items, 100)) await product.table.transact(batch);
}

test("a search finds transactions of a shared budget by their author's name", async () => {
  const ana = await product.person({ firstName: "Anabel" });
  const ben = await product.person({ firstName: "Benedikt", lastName: "Okafor" });
  const categoryId = await category(ana, "expense");
  await ana.post("/api/transactions", lunch({ categoryId }));
  const found = async (by: Visitor, text: string) =>
    Object((await by.get(`/api/transactions/search?text=${text}`)).body).rows.length;
  expect(await found(ana, "anabel")).toBe(0);
  await ana.post("/api/share-budget", { email: ben.email, permissionType: "edit_transactions" });
  const inAnas = ben.asOwner(ana.id);
  await inAnas.post("/api/transactions", lunch({ categoryId, description: "Cinema" }));
  expect(await found(ana, "okafor")).toBe(1);
  expect(await found(inAnas, "anabel")).toBe(1);
  expect(await found(ana, "cinema")).toBe(1);
});

describe("deleting and moving transactions together", () => {
  /** A budget of two people with three transactions. */
  async function household() {
    const owner = await product.person();
    const ben = await product.person();
    await owner.post("/api/share-budget", { email: ben.email, permissionType: "edit_transactions" });
    const categoryId = await category(owner, "expense");
    const target = await category(owner, "expense");
    const rows: { id: number }[] = [];
    for (const description of ["One", "Two", "Three"]) {
      const { body } = await owner.post("/api/transactions", lunch({ categoryId, description }));
      rows.push(Object(body));
    }
    // The page sends the versions that it shows.
    const seen = rows.map((row) => ({ id: row.id, version: tagOf(row) }));
    const entries = async () => Object((await owner.get("/api/activity?kind=transaction")).body);
    const shown = async () => Object((await owner.get("/api/transactions")).body);
    return {
      owner,
      ben: ben.asOwner(owner.id),
      categoryId,
      target,
      ids: rows.map(({ id }) => id),
      seen,
      entries,
      shown,
    };
  }
  const tagOf = (row: object) => {
    const { amount } = Object(row);
    return versionTag(SNAPSHOTS.transaction, { ...row, amount: amount * 100 });
  };

  test("skips transactions that were changed or deleted concurrently", async () => {
    const { owner, ben, categoryId, target, ids, seen, shown } = await household();
    await ben.put(`/api/transactions/${ids[0]}`, lunch({ categoryId, amount: 99 }));
    await ben.delete(`/api/transactions/${ids[1]}`);
    const sent = { transactions: seen, categoryId: target };
    const [one, two, three] = ids;
    expect(await owner.post("/api/transactions/move", sent)).toMatchObject({
      status: 200,
      body: { changed: [three], left: [one, two] },
    });
    expect(await owner.post("/api/transactions/delete", { transactions: seen.slice(0, 2) })).toMatchObject({
      status: 200,
      body: { changed: [], left: [one, two] },
    });
    expect(await shown()).toMatchObject([
      { id: three, categoryId: target },
      { id: one, amount: 99 },
    ]);
  });

  test("writes one entry, from which a repeat is answered", async () => {
    const { owner, ids, seen, entries, shown } = await household();
    const before = (await entries()).length;
    const sent = { transactions: seen };
    const key = { "idempotency-key": "delete-three" };
    const first = await owner.post("/api/transactions/delete", sent, key);
    expect(first).toMatchObject({ status: 200, body: { changed: ids, left: [] } });
    const again = await owner.post("/api/transactions/delete", sent, key);
    expect([again.status, again.body, again.headers.get("x-activity-id")]).toEqual([
      200,
      first.body,
      first.headers.get("x-activity-id"),
    ]);
    expect(await owner.post("/api/transactions/delete", { transactions: seen.slice(1) }, key)).toMatchObject({
      status: 409,
    });
    expect(await shown()).toEqual([]);
    const all = await entries();
    expect(all).toHaveLength(before + 1);
    expect(all[0]).toMatchObject({ action: "deleted", before: { others: [{}, {}] }, after: null });
    await owner.post(`/api/activity/${all[0].id}/undo`);
    expect((await shown()).map(({ id }: { id: number }) => id).sort()).toEqual(ids);
  });

  test("is undone as a whole", async () => {
    const { owner, ben, categoryId, target, ids, entries, shown } = await household();
    const transactions = ids.map((id) => ({ id }));
    await owner.post("/api/transactions/move", { transactions, categoryId: target });
    const [{ id }] = await entries();
    await ben.put(`/api/transactions/${ids[0]}`, lunch({ categoryId: target, amount: 99 }));
    await ben.delete(`/api/transactions/${ids[1]}`);
    const refused = await owner.post(`/api/activity/${id}/undo`);
    expect(refused).toMatchObject({
      status: 409,
      body: { current: { amount: 99, others: [{ id: ids[2] }] } },
    });
    expect(await shown()).toMatchObject([{ categoryId: target }, { categoryId: target }]);
    expect((await owner.post(`/api/activity/${id}/undo?overwrite=true`)).status).toBe(200);
    expect(await shown()).toMatchObject(ids.map(() => ({ categoryId, amount: 12.5 })));
    const [undo] = await entries();
    await owner.post(`/api/activity/${undo.id}/undo`);
    expect(await shown()).toMatchObject([{ id: ids[2] }, { id: ids[0], amount: 99 }]);
  });

  test("refuses a category of the other type", async () => {
    const { owner, ids } = await household();
    const transactions = ids.map((id) => ({ id }));
    const income = await category(owner, "income");
    const move = (body: object) => owner.post("/api/transactions/move", body);
    expect(await move({ transactions, categoryId: income })).toMatchObject({
      status: 400,
      body: issue("categoryId", "Choose a category of type expense"),
    });
    expect(await move({ transactions: [], categoryId: income })).toMatchObject({ status: 400 });
    const many = Array.from({ length: 501 }, (_, index) => ({ id: index + 1 }));
    expect((await owner.post("/api/transactions/delete", { transactions: many })).body).toEqual(
      issue("transactions", "Choose at most 500 transactions at a time"),
    );
  });

  test("changes more rows than one write can hold", async () => {
    const { owner, ben, target, categoryId } = await household();
    const { body } = await owner.post("/api/financial-goals", {
      ...GOAL,
      currentAmount: 0,
      categoryId: target,
    });
    const goalId = Object(body).id;
    const rows = Array.from({ length: 130 }, (_, n) => ({ id: n + 1, categoryId, date: day("2026-10-05") }));
    await store(product, owner.id, rows);
    const transactions = rows.map(({ id }) => ({ id }));
    const of = async (month: string) =>
      Object((await ben.get(`/api/transactions?startDate=${month}-01&endDate=${month}-28`)).body);
    const before = await of("2026-10");
    const set = { date: "2026-09-02", description: "Market", paidBy: owner.id, categoryId: target, goalId };
    const answer = await owner.post("/api/transactions/change", { transactions, set });
    expect(answer).toMatchObject({ status: 200, body: { left: [] } });
    expect(Object(answer.body).changed).toHaveLength(130);
    expect(await of("2026-10")).toEqual([]);
    const changed = await of("2026-09");
    expect(changed).toHaveLength(130);
    for (const row of changed) expect(row).toMatchObject(set);
    const actual = async (month: number) =>
      Object((await ben.get(`/api/budgets?month=${month}&year=2026`)).body).map(
        (one: { categoryId: number; actual: number }) => [one.categoryId, one.actual],
      );
    const spent = changed.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(await actual(9)).toEqual([[target, spent]]);
    const heldBy = async () => Object((await owner.get("/api/financial-goals")).body)[0].currentAmount;
    expect(await heldBy()).toBe(spent);
    const undone = await owner.post(`/api/activity/${answer.headers.get("x-activity-id")}/undo`);
    expect(undone.status).toBe(200);
    expect(await of("2026-10")).toEqual(before);
    expect(await of("2026-09")).toEqual([]);
    expect(await heldBy()).toBe(0);
    expect(await actual(9)).toEqual([]);
  });

  test("deletes more rows than one write can hold", async () => {
    const { owner, categoryId, shown } = await household();
    await store(
      product,
      owner.id,
      Array.from({ length: 120 }, (_, n) => ({ id: n + 1, categoryId, date: day("2026-11-05") })),
    );
    const before = await shown();
    const transactions = before.map(({ id }: { id: number }) => ({ id }));
    const { headers } = await owner.post("/api/transactions/delete", { transactions });
    expect(await shown()).toEqual([]);
    await owner.post(`/api/activity/${headers.get("x-activity-id")}/undo`);
    expect(await shown()).toEqual(before);
  });

  test.each([
    [{}, "set", "Choose what to change"],
    [{ date: "2026-02-30" }, "set.date", "Use a real date from 1900 to 2999, as yyyy-MM-dd"],
    [{ description: " " }, "set.description", "Description is required"],
    [{ paidBy: 7 }, "paidBy", "Only a member can have paid"],
    [{ categoryId: 7 }, "categoryId", "Category is required"],
    [{ goalId: 7 }, "goalId", "Choose a goal of this category"],
  ])("refuses %j for all of them", async (set, path, message) => {
    const { owner, seen, shown } = await household();
    const before = await shown();
    const answer = await owner.post("/api/transactions/change", { transactions: seen, set });
    expect(answer).toMatchObject({ status: 400, body: issue(path, message) });
    expect(await shown()).toEqual(before);
  });

  test("refuses more rows than one entry can hold", async () => {
    const owner = await product.person();
    const categoryId = await category(owner, "expense");
    const notes = "\u6587".repeat(2_000);
    const transactions = Array.from({ length: 200 }, (_, n) => ({ id: n + 1, categoryId, notes }));
    await store(product, owner.id, transactions);
    const remove = (some: { id: number }[]) =>
      owner.post("/api/transactions/delete", { transactions: some.map(({ id }) => ({ id })) });
    expect(await remove(transactions)).toMatchObject({
      status: 413,
      body: { message: "These are too many to change at once. Choose fewer." },
    });
    expect(await remove(transactions.slice(0, 20))).toMatchObject({ status: 200 });
  });
});
