import { MOST_WAITING } from "@coffer/domain/ceilings";
import { DAY_MS } from "@coffer/domain/time/day";
import { reviewTotalsKey } from "@coffer/dynamo/category/resolve-category";
import { createQuotaStore } from "@coffer/dynamo/quota";
import { ABSENT } from "@coffer/dynamo/table/writes";
import { beforeAll, expect, test } from "vitest";
import { CATEGORY } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

type Person = Awaited<ReturnType<Product["person"]>>;
const ROOM = { today: 25_000, inAll: 250_000, inReview: 25_000, refused: null };

/** Stores the counts of a person's budget. */
async function counted({ id }: Person, count: { today: number; total: number }) {
  const day = Math.floor(Date.parse("2026-11-21T15:00:00Z") / DAY_MS);
  await createQuotaStore(product.table).begin(id, undefined, { day, ...count });
}

const waiting = async ({ id }: Person, count: number) =>
  void (await product.table.put({ ...reviewTotalsKey(id), count, income: 0, expense: 0 }, ABSENT));

/** Refusals of an import that do not depend on its rows, and the room that is reported before. */
const REFUSALS = [
  [
    "an unverified address",
    { verified: false },
    async () => {},
    403,
    { refused: "Verify your email address first, with the link in your inbox." },
  ],
  [
    "a full day",
    {},
    (person: Person) => counted(person, { today: 25_000, total: 25_000 }),
    413,
    { today: 0, inAll: 225_000 },
  ],
  ["a full budget", {}, (person: Person) => counted(person, { today: 0, total: 250_000 }), 413, { inAll: 0 }],
  ["a full review", {}, (person: Person) => waiting(person, MOST_WAITING), 409, { inReview: 0 }],
] as const;

test.each(REFUSALS)(
  "the room before an import reports %s, and the import is refused alike",
  async (_what, given, prepare, status, said) => {
    const person = await product.person(given);
    await prepare(person);
    const { body: room } = await person.get("/api/imports/room");
    expect(room).toEqual({ ...ROOM, ...said });
    const row = { date: "2026-11-20", description: "Market", amount: 5, type: "expense" };
    const answer = await person.post("/api/imports", { batch: "batch-1234", source: "Bank", rows: [row] });
    expect(answer.status).toBe(status);
    if (room && Object(room).refused) expect(Object(answer.body).message).toBe(Object(room).refused);
  },
);

test("counts imported rows against the budget's room", async () => {
  const person = await product.person();
  expect((await person.get("/api/imports/room")).body).toEqual(ROOM);
  const row = { date: "2026-11-20", description: "Market", amount: 5, type: "expense" };
  await person.post("/api/imports", { batch: "batch-1234", source: "Bank", rows: [row, row] });
  const { body } = await person.get("/api/imports/room");
  expect(body).toEqual({ ...ROOM, today: 24_998, inAll: 249_998, inReview: 24_998 });
});

test("imports a split as one payment", async () => {
  const person = await product.person();
  const food = Object((await person.post("/api/categories", CATEGORY)).body).id;
  const line = (amount: number, more: object = {}) => ({
    amount,
    type: "expense",
    categoryId: food,
    ...more,
  });
  const split = (amount: number, lines: object[]) => ({
    ...{ date: "2026-11-20", description: "Shop", amount, type: "expense", lines },
  });
  const send = async (batch: string, rows: object[]) =>
    (await person.post("/api/imports", { batch, source: "YNAB", rows })).body;
  const lines = [line(20.5, { notes: "veg" }), line(12.3), line(2.8, { refund: true })];
  expect(await send("batch-0001", [split(30, lines), split(31, lines)])).toMatchObject({
    added: 3,
    refused: [{ row: 1, message: "The lines do not add up to the row's amount" }],
  });
  const bought = Object((await person.get("/api/transactions?startDate=2026-11-20")).body);
  const payment = (await person.get(`/api/payments/${bought[0].paymentId}`)).body;
  expect(payment).toMatchObject({
    amount: 30,
    lines: [
      { amount: 20.5, notes: "veg" },
      { amount: 12.3, notes: null },
      { amount: 2.8, refund: true },
    ],
  });
  const asked = { rows: [split(30, lines), split(25, [line(20), line(5)])] };
  expect((await person.post("/api/imports/match", asked)).body).toMatchObject([
    { state: "here", transactionId: bought[0].paymentId },
    { state: "new", transactionId: null },
  ]);
  expect(await send("batch-0002", [split(30, lines)])).toMatchObject({ added: 0, already: 3 });
});
