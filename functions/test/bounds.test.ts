import { ENTRY_HEADER, NEXT_CURSOR_HEADER } from "@coffer/contract/error";
import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { activityPartition } from "@coffer/dynamo/activity/activity";
import { type Item, ledgerPartition } from "@coffer/dynamo/table/item";
import { noSpending, withSpending } from "@coffer/dynamo/table/spending";
import { creationOf } from "@coffer/dynamo/transaction/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import { category, day, transaction } from "../../packages/test/fixtures.ts";
import { idsInARow, itemsOf } from "../../packages/test/store.ts";
import { CATEGORY, type Person, shareWith, signedIn, signIn, transactionOf } from "./fixtures.ts";
import { type Product, startProduct, type Visitor } from "./harness.ts";

// The attacks of docs/decisions/037-bounds-on-requests.md, which made one request long or a ledger large.

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

/** Two thousand characters of three bytes each. */
const LONG = "帳".repeat(2_000);
const LAMBDA_BYTES = 6 * 1024 * 1024;

async function categoryOf(person: Visitor): Promise<Id> {
  return Object((await person.post("/api/categories", CATEGORY)).body).id;
}

async function withRows(count: number, given: object = {}) {
  const person = await product.person();
  const categoryId = await categoryOf(person);
  const ids = idsInARow(1_000_000);
  const rows = Array.from({ length: count }, () =>
    transaction({ id: ids(), categoryId, date: day("2026-11-05"), notes: LONG, ...given }),
  );
  for (const some of inBatches(rows, 50))
    await product.table.transact(some.map((row) => creationOf(person.id, row)));
  return { person, categoryId, ids: rows.map(({ id }) => id) };
}

/** All pages of a call, with the bytes of each. */
async function pagesOf(
  person: Visitor,
  path: string,
  rowsIn: (body: unknown) => unknown[],
  cursor: string | null = null,
) {
  const pages: { bytes: number; rows: unknown[] }[] = [];
  do {
    const next = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body, headers } = await person.get(`${path}${next}`);
    expect(status).toBe(200);
    pages.push({ bytes: Buffer.byteLength(JSON.stringify(body)), rows: rowsIn(body) });
    cursor = headers.get(NEXT_CURSOR_HEADER) ?? Object(body).cursor ?? null;
  } while (cursor !== null);
  return pages;
}

describe("seven hundred rows with long notes", () => {
  let of: Awaited<ReturnType<typeof withRows>>;
  let owner: Person;
  beforeAll(async () => {
    of = await withRows(700);
    owner = await signedIn(of.person);
  });

  test.each([
    [
      "the list",
      "/api/transactions?startDate=2026-11-01&endDate=2026-11-30",
      (body: unknown) => Object(body),
    ],
    ["the search", "/api/transactions/search?text=Something", (body: unknown) => Object(body).rows],
    [
      "an explained number",
      "/api/explain?month=11&year=2026&card=expenses",
      (body: unknown) => Object(body).rows,
    ],
    ["the export", "/api/export?", (body: unknown) => Object(body).items.filter(isTransaction)],
  ])("of %s come in complete pages that Lambda can send", async (_what, path, rowsIn) => {
    const pages = await pagesOf(owner, path, rowsIn);
    expect(pages.length).toBeGreaterThan(1);
    for (const { bytes } of pages) expect(bytes).toBeLessThan(LAMBDA_BYTES / 2);
    const ids = pages.flatMap(({ rows }) => rows.map((row) => Object(row).transaction?.id ?? Object(row).id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(of.ids);
  });

  test("of a month's view fill one page, and the next page continues", async () => {
    const { body, headers } = await owner.get("/api/month?month=11&year=2026");
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(LAMBDA_BYTES / 2);
    const cursor = headers.get(NEXT_CURSOR_HEADER) ?? "";
    const first = Object(body).transactions.length;
    const range = "startDate=2026-11-01&endDate=2026-11-30";
    const rest = await pagesOf(owner, `/api/transactions?${range}`, Object, cursor);
    expect(first).toBeGreaterThan(100);
    expect(rest.flatMap(({ rows }) => rows).length + first).toBe(of.ids.length);
  });
});
const isTransaction = ({ kind }: { kind: string }) => kind === "transaction";

describe("entries of many things", () => {
  const entryBytes = async (person: { id: Id }) =>
    (await itemsOf(product.table, activityPartition(person.id))).map((item) =>
      Buffer.byteLength(JSON.stringify(item)),
    );

  test("of a move do not contain unchanged notes", async () => {
    const { person, ids } = await withRows(14);
    const target = await categoryOf(person);
    const back = Object(
      (await person.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30")).body,
    )[0].categoryId;
    for (const categoryId of [target, back, target]) {
      const transactions = ids.map((id) => ({ id }));
      const moved = await person.post("/api/transactions/move", { transactions, categoryId });
      expect(moved).toMatchObject({ status: 200, body: { left: [] } });
    }
    expect(Math.max(...(await entryBytes(person)))).toBeLessThan(30_000);
  });

  test("are undone with long notes", async () => {
    const { person, ids } = await withRows(5);
    const target = await categoryOf(person);
    const list = async () =>
      Object((await person.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30")).body);
    const before = await list();
    const transactions = ids.map((id) => ({ id }));
    const { headers } = await person.post("/api/transactions/move", { transactions, categoryId: target });
    const moved = await list();
    const undone = await person.post(`/api/activity/${headers.get(ENTRY_HEADER)}/undo`);
    expect([undone.status, await list()]).toEqual([200, before]);
    const redone = await person.post(`/api/activity/${undone.headers.get(ENTRY_HEADER)}/undo`);
    expect([redone.status, await list()]).toEqual([200, moved]);
  });

  test("are not undone after a note was changed", async () => {
    const { person, ids, categoryId } = await withRows(5);
    const target = await categoryOf(person);
    const transactions = ids.map((id) => ({ id }));
    const { headers } = await person.post("/api/transactions/move", { transactions, categoryId: target });
    const changed = { ...transactionOf(target), date: "2026-11-05", notes: "Another" };
    expect((await person.put(`/api/transactions/${ids[3]}`, changed)).status).toBe(200);
    const undo = `/api/activity/${headers.get(ENTRY_HEADER)}/undo`;
    expect((await person.post(undo)).status).toBe(409);
    expect((await person.post(`${undo}?overwrite=true`)).status).toBe(200);
    const rows = Object((await person.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30")).body);
    expect(new Set(rows.map((row: { categoryId: Id }) => row.categoryId))).toEqual(new Set([categoryId]));
    expect(rows.find(({ id }: { id: Id }) => id === ids[3]).notes).toBe("Another");
  });
});

test("a filtered list of large entries reads a limited part", async () => {
  const { person } = await withRows(0);
  const text = "x".repeat(190_000);
  const entry = { action: "changed", entityId: 1, label: text, before: null, after: null, undoes: null };
  const items = Array.from({ length: 60 }, (_, index) => {
    const id = String(8_000_000_000_000_000 + index).padStart(16, "0");
    const key = { pk: activityPartition(person.id), sk: `ENTRY#${id}`, date: id };
    return { ...key, ...entry, kind: "plan", entityId: "2026-11-1", id, at: 0, by: 1, undoneBy: null };
  });
  for (const item of items) await product.table.put(item);
  const goal = await person.post("/api/financial-goals", {
    name: "House",
    targetAmount: 500,
    startDate: "2026-01-01",
    targetDate: "2027-01-01",
  });
  const spending = noSpending();
  const ledger = {
    ownerId: person.id,
    user: Object({ id: person.id }),
    permission: "owner",
    today: day("2026-11-21"),
  } as const;
  const first = await withSpending(spending, () =>
    product.core.activity.list(ledger, { kind: "goal", limit: 50 }),
  );
  expect(spending.consumed.read).toBeLessThan(800);
  expect(first.next).not.toBeNull();
  const found: unknown[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? "" : `&before=${before}`;
    const { body, headers } = await person.get(`/api/activity?kind=goal${query}`);
    found.push(...Object(body));
    before = headers.get(NEXT_CURSOR_HEADER);
  } while (before !== null);
  expect(found).toMatchObject([{ kind: "goal", entityId: Object(goal.body).id }]);
});

test("the API's document is built once", async () => {
  const visitor = product.visitor();
  const first = await visitor.get("/api/openapi.json");
  const tag = first.headers.get("etag") ?? "";
  expect(tag).toMatch(/^"[\w-]+"$/);
  const again = await visitor.get("/api/openapi.json", { "if-none-match": tag });
  expect([again.status, again.body]).toEqual([304, undefined]);
  expect((await visitor.get("/api/openapi.json", { "if-none-match": '"another"' })).status).toBe(200);
});

test("an account's work is counted by bytes", async () => {
  const person = await product.person();
  const categoryId = await categoryOf(person);
  const ledger = {
    ownerId: person.id,
    user: Object({ id: person.id }),
    permission: "owner",
    today: day("2026-11-21"),
  } as const;
  const written = async (notes: string) => {
    const spending = noSpending();
    const { date, type, description } = { ...transactionOf(categoryId), type: "expense" as const };
    const draft = {
      date: day(date),
      type,
      description,
      amount: transaction({ id: 1 }).amount,
      categoryId,
      notes,
    };
    await withSpending(spending, () => product.core.transactions.add(ledger, draft));
    return spending.consumed.written;
  };
  expect(await written(LONG)).toBeGreaterThan(2 * (await written("short")));
});

test("guests' writes of a day are limited to their share", async () => {
  const owner = await signedIn(await product.person());
  const guest = await product.person();
  await owner.post("/api/share-budget", { ...shareWith(guest.email), permissionType: "full_access" });
  const categoryId = await categoryOf(owner);
  const asGuest = guest.asOwner(owner.id);
  const guests = { ownerId: owner.id, byGuest: true };
  expect((await asGuest.post("/api/transactions", transactionOf(categoryId))).status).toBe(201);
  await product.core.quota.countEntries(guests, 25_000_000);
  const refused = await asGuest.post("/api/transactions", transactionOf(categoryId));
  expect(refused).toMatchObject({
    status: 413,
    body: { message: "Too much was changed in this budget today. Continue tomorrow; you can still delete." },
  });
  const { body } = await owner.post("/api/transactions", transactionOf(categoryId));
  expect((await asGuest.delete(`/api/transactions/${Object(body).id}`)).status).toBe(204);
  product.pass(24 * 60 * 60_000);
  await signIn(owner);
  expect((await owner.post("/api/transactions", transactionOf(categoryId))).status).toBe(201);
});

describe("deleted categories", () => {
  const isTombstone = (item: Item) => String(item.sk).startsWith("CATEGORY#") && item.deletedAt !== undefined;
  const tombstones = async ({ id }: { id: Id }) =>
    (await itemsOf(product.table, ledgerPartition(id))).filter(isTombstone).length;

  test("are deleted for good once nothing refers to them", async () => {
    const { person, categoryId } = await withRows(3);
    const target = await categoryOf(person);
    await person.post("/api/rules", { contains: "Something", categoryId });
    expect((await person.delete(`/api/categories/${categoryId}?moveTo=${target}`)).status).toBe(204);
    const alone = await categoryOf(person);
    expect((await person.delete(`/api/categories/${alone}`)).status).toBe(204);
    product.pass(31 * 24 * 60 * 60_000);
    await product.core.categories.cleanUp(product.clock());
    await product.core.categories.cleanUp(product.clock());
    expect(await tombstones(person)).toBe(0);
    await signIn(person);
    expect((await person.get("/api/rules")).body).toMatchObject([{ categoryId: target }]);
    const rows = Object((await person.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30")).body);
    expect(rows.map((row: { categoryId: Id }) => row.categoryId)).toEqual([target, target, target]);
  });

  test("of a guest count against the guest's share", async () => {
    const owner = await signedIn(await product.person());
    const guest = await product.person();
    await owner.post("/api/share-budget", { ...shareWith(guest.email), permissionType: "full_access" });
    const asGuest = guest.asOwner(owner.id);
    const own: Id[] = [];
    for (let made = 0; made < 51; made++) own.push(await categoryOf(asGuest));
    const answers = [];
    for (const id of own) answers.push((await asGuest.delete(`/api/categories/${id}`)).status);
    expect(answers).toEqual([...Array(50).fill(204), 409]);
    const message =
      "Too many categories were deleted within thirty days. Undo some of that, or continue once it is older.";
    expect(await asGuest.post("/api/categories", CATEGORY)).toMatchObject({ status: 409, body: { message } });
    const { body, headers } = await owner.post("/api/categories", CATEGORY);
    expect((await owner.delete(`/api/categories/${Object(body).id}`)).status).toBe(204);
    const created = headers.get(ENTRY_HEADER);
    expect(created).not.toBeNull();
    const another = await owner.post("/api/categories", CATEGORY);
    const undo = `/api/activity/${another.headers.get(ENTRY_HEADER)}/undo`;
    expect((await asGuest.post(undo)).status).toBe(200);
  });
});

test("a call answers for what it created, whatever the account's size", async () => {
  const person = await product.person();
  const spending = { ...noSpending(), read: 49_999 };
  const ledger = {
    ownerId: person.id,
    user: Object({ id: person.id }),
    permission: "owner",
    today: day("2026-11-21"),
  } as const;
  const { id: _, ...draft } = category({ id: 1 });
  await withSpending(spending, async () => {
    const added = await product.core.categories.add(ledger, draft);
    spending.read = 60_000;
    expect(await product.core.figures.withKind(ledger, added)).toMatchObject({ kindNow: "everyday" });
  });
});
