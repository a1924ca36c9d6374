import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { CATEGORY } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

type Row = { id: number; description: string; [name: string]: unknown };
const ROW = { date: "2026-11-20", description: "REWE SAGT DANKE", amount: 12.34, type: "expense" };
const batchOf = (rows: readonly object[]) => ({ batch: randomUUID(), source: "Bank", rows });

type Person = Awaited<ReturnType<Product["person"]>>;
async function household() {
  const person = await product.person();
  const categoryId: number = Object((await person.post("/api/categories", CATEGORY)).body).id;
  return { person, categoryId };
}
const reviewOf = async (person: Pick<Person, "get">) => {
  const { body } = await person.get("/api/review");
  return Object(body) as {
    rows: Row[];
    total: { count: number; income: number; expense: number };
    cursor: string | null;
  };
};
const undoLast = async (person: Person) => {
  const [entry] = Object((await person.get("/api/activity?limit=1")).body);
  return person.post(`/api/activity/${entry.id}/undo`, {});
};
const transactionsOf = async (person: Person): Promise<Row[]> =>
  Object((await person.get("/api/transactions?startDate=2026-01-01&endDate=2026-12-31")).body);

test("rows wait in review with their total, the latest dates first, and are in no list", async () => {
  const { person, categoryId } = await household();
  const rows = [
    { ...ROW, account: "DE12", reference: "4711", categoryId },
    { ...ROW, date: "2026-11-22", description: "Salary", amount: 2000, type: "income" },
    { ...ROW, date: "2026-11-21", description: "REWE refund", amount: 2, refund: true },
  ];
  expect((await person.post("/api/review", batchOf(rows))).body).toEqual({ added: 3, already: 0 });
  const { rows: waiting, total, cursor } = await reviewOf(person);
  expect(waiting.map(({ description }) => description)).toEqual(["Salary", "REWE refund", "REWE SAGT DANKE"]);
  expect(waiting[2]).toEqual({
    ...ROW,
    id: expect.any(Number),
    source: "Bank",
    account: "DE12",
    reference: "4711",
    createdAt: expect.any(Number),
    createdBy: person.id,
    proposed: null,
    match: null,
    transferOf: null,
  });
  expect(total).toEqual({ count: 3, income: 2000, expense: 10.34 });
  expect(cursor).toBeNull();
  expect(await transactionsOf(person)).toEqual([]);
});

test("the same row of one account comes in once, that of another account as well", async () => {
  const { person, categoryId } = await household();
  const row = { ...ROW, account: "DE12" };
  const send = async (...rows: object[]) => (await person.post("/api/review", batchOf(rows))).body;
  expect(await send(row, { ...row, reference: "1" })).toEqual({ added: 2, already: 0 });
  expect(await send(row, { ...row, reference: "1" })).toEqual({ added: 0, already: 2 });
  expect(await send({ ...row, account: "DE34" })).toEqual({ added: 1, already: 0 });
  await person.post("/api/transactions", { ...ROW, date: "2026-11-02", categoryId });
  expect(await send({ ...row, date: "2026-11-02" })).toEqual({ added: 0, already: 1 });
});

test("rows are left out for ever, which an undo takes back", async () => {
  const { person } = await household();
  await person.post("/api/review", batchOf([ROW]));
  const {
    rows: [row],
  } = await reviewOf(person);
  expect(await person.post("/api/review/dismiss", { ids: [row?.id] })).toMatchObject({ status: 204 });
  expect(await reviewOf(person)).toMatchObject({ rows: [], total: { count: 0, expense: 0 } });
  expect((await person.post("/api/review", batchOf([ROW]))).body).toEqual({ added: 0, already: 1 });
  expect(await person.post("/api/review/dismiss", { ids: [row?.id] })).toMatchObject({
    status: 409,
    body: { message: "This row is no longer in review: somebody has decided about it." },
  });
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect(await reviewOf(person)).toMatchObject({ rows: [row], total: { count: 1, expense: 12.34 } });
});

test("the undo of an import takes its rows out of review, and that of the undo brings them back", async () => {
  const { person, categoryId } = await household();
  await person.post("/api/review", batchOf([{ ...ROW, description: "Kept" }]));
  const rows = [{ ...ROW, categoryId, description: "Chosen" }, ROW];
  const imported = await person.post("/api/imports", batchOf(rows));
  expect(imported.body).toMatchObject({ added: 1, toReview: 1, refused: [] });
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect(await reviewOf(person)).toMatchObject({ rows: [{ description: "Kept" }], total: { count: 1 } });
  expect((await person.post("/api/review", batchOf([ROW]))).body).toEqual({ added: 1, already: 0 });
  await undoLast(person);
  const [undo] = Object((await person.get("/api/activity?limit=5")).body)
    .filter(
      ({ kind, action, label }: { kind: string; action: string; label: string }) =>
        kind === "import" && action === "undone" && label === "Bank",
    )
    .slice(1);
  expect(await person.post(`/api/activity/${undo.id}/undo`, {})).toMatchObject({ status: 200 });
  expect((await reviewOf(person)).rows.map(({ description }) => description).sort()).toEqual([
    "Kept",
    "REWE SAGT DANKE",
  ]);
  expect((await reviewOf(person)).total.count).toBe(2);
});

test("a page has a hundred rows, and its cursor goes on", async () => {
  const { person } = await household();
  const rows = Array.from({ length: 130 }, (_, index) => ({
    ...ROW,
    description: `Row ${index}`,
    date: `2026-11-${String(1 + (index % 9)).padStart(2, "0")}`,
  }));
  await person.post("/api/review", batchOf(rows));
  const first = await reviewOf(person);
  expect(first.rows).toHaveLength(100);
  const second = Object((await person.get(`/api/review?cursor=${first.cursor}`)).body);
  expect(second).toMatchObject({ cursor: null, total: { count: 130 } });
  const all = [...first.rows, ...second.rows];
  expect(new Set(all.map(({ id }: Row) => id)).size).toBe(130);
  expect(all.map(({ date }: Row) => date)).toEqual(
    all
      .map(({ date }: Row) => date)
      .toSorted()
      .toReversed(),
  );
  expect(await person.get("/api/review?cursor=nonsense")).toMatchObject({ status: 400 });
});
