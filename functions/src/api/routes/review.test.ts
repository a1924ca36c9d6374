import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { CATEGORY, GOAL } from "../../../test/fixtures.ts";
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

test("rows in review are in no list of transactions", async () => {
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
    createdBy: person.id,
    proposed: { categoryId, goalId: null, by: "history" },
    match: null,
    transferOf: null,
  });
  expect(total).toEqual({ count: 3, income: 2000, expense: 10.34 });
  expect(cursor).toBeNull();
  expect(await transactionsOf(person)).toEqual([]);
});

test("a row is imported once for each account", async () => {
  const { person, categoryId } = await household();
  const row = { ...ROW, account: "DE12" };
  const send = async (...rows: object[]) => (await person.post("/api/review", batchOf(rows))).body;
  expect(await send(row, { ...row, reference: "1" })).toEqual({ added: 2, already: 0 });
  expect(await send(row, { ...row, reference: "1" })).toEqual({ added: 0, already: 2 });
  expect(await send({ ...row, account: "DE34" })).toEqual({ added: 1, already: 0 });
  await person.post("/api/transactions", { ...ROW, date: "2026-11-02", categoryId });
  expect(await send({ ...row, date: "2026-11-02" })).toEqual({ added: 0, already: 1 });
});

test("dismissed rows stay out of later imports until an undo", async () => {
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

test("undoing an import removes its rows from review", async () => {
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

test("a page has a hundred rows", async () => {
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
  await person.post("/api/review/dismiss", { ids: second.rows.map(({ id }: Row) => id) });
  expect(await reviewOf(person)).toMatchObject({ cursor: null, total: { count: 100 } });
});

const rowsNamed = (...names: string[]) => names.map((description) => ({ ...ROW, description }));
async function waiting(person: Person, rows: readonly object[]): Promise<Row[]> {
  await person.post("/api/review", batchOf(rows));
  return (await reviewOf(person)).rows.toSorted((a, b) => a.id - b.id);
}
const accept = (person: Pick<Person, "post">, ...rows: object[]) =>
  person.post("/api/review/accept", { rows });

test("rows accepted together are one entry", async () => {
  const { person, categoryId } = await household();
  const before = await waiting(person, [
    { ...ROW, description: "Row 1", reference: "1", account: "DE12" },
    { ...ROW, description: "Row 2", notes: "a note" },
    { ...ROW, description: "Shop", type: "income", amount: 5 },
  ]);
  const [one, two, back] = before;
  const accepted = await accept(
    person,
    { id: one?.id, categoryId },
    { id: two?.id, categoryId, description: "Mine", date: "2026-11-02" },
    { id: back?.id, categoryId },
  );
  expect(accepted).toMatchObject({
    status: 200,
    body: [
      { id: one?.id, description: "Row 1", amount: 12.34, type: "expense", categoryId, date: "2026-11-20" },
      { id: two?.id, description: "Mine", date: "2026-11-02", notes: "a note" },
      { id: back?.id, description: "Shop", type: "expense", refund: true, amount: 5 },
    ],
  });
  expect(await reviewOf(person)).toMatchObject({ rows: [], total: { count: 0, income: 0, expense: 0 } });
  expect(await transactionsOf(person)).toHaveLength(3);
  expect((await person.post("/api/review", batchOf([{ ...ROW, description: "Row 2" }]))).body).toEqual({
    added: 0,
    already: 1,
  });
  expect(await accept(person, { id: one?.id, categoryId })).toMatchObject({ status: 409 });
  const entries = Object((await person.get("/api/activity?kind=review")).body);
  expect(entries).toHaveLength(1);
  expect(await person.post(`/api/activity/${entries[0].id}/undo`, {})).toMatchObject({ status: 200 });
  expect((await reviewOf(person)).rows.toSorted((a, b) => a.id - b.id)).toEqual(before);
  expect(await transactionsOf(person)).toEqual([]);
  expect((await reviewOf(person)).total).toEqual({ count: 3, income: 5, expense: 24.68 });
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect(await transactionsOf(person)).toHaveLength(3);
});

test("fifty rows in fifty categories are accepted whole", async () => {
  const { person } = await household();
  const ids: number[] = [];
  for (let index = 0; index < 50; index++)
    ids.push(
      Object((await person.post("/api/categories", { ...CATEGORY, name: `Category ${index}` })).body).id,
    );
  const before = await waiting(
    person,
    rowsNamed(...Array.from({ length: 50 }, (_, index) => `Row ${index}`)),
  );
  const rows = before.map(({ id }, index) => ({ id, categoryId: ids[index] }));
  expect(await accept(person, ...rows)).toMatchObject({ status: 200 });
  expect((await reviewOf(person)).total.count).toBe(0);
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect((await reviewOf(person)).rows.toSorted((a, b) => a.id - b.id)).toEqual(before);
});

test("nothing is accepted if one row is invalid", async () => {
  const { person, categoryId } = await household();
  const gone = Object((await person.post("/api/categories", { ...CATEGORY, name: "Gone" })).body).id;
  await person.delete(`/api/categories/${gone}`);
  const income = Object((await person.post("/api/categories", { ...CATEGORY, type: "income" })).body).id;
  const wage = { name: "Wage", type: "income", amount: 12.34, categoryId: income };
  const pay = { ...wage, frequency: "monthly", startDate: "2026-11-27", autoCreateTransaction: true };
  const paid = Object((await person.post("/api/subscriptions", pay)).body).id;
  const [one, two] = await waiting(person, rowsNamed("One", "Two"));
  const refused: [object, number, RegExp][] = [
    [{ categoryId: gone }, 400, /The category chosen for Two no longer exists/],
    [{}, 400, /Category is required for Two/],
    [{ categoryId: income }, 400, /Choose a category of expenses for Two/],
    [{ categoryId, refund: true }, 400, /went out/],
    [{ categoryId, paidBy: 7 }, 400, /member/],
    [{ categoryId, pays: 7 }, 400, /no longer due/],
    [{ categoryId, pays: paid }, 400, /Two went the other way/],
    [{ tiesTo: 7 }, 409, /no longer exists/],
    [
      {
        lines: [
          { type: "expense", categoryId, amount: 1 },
          { type: "expense", categoryId, amount: 2 },
        ],
      },
      400,
      /do not add up/,
    ],
  ];
  for (const [choice, status, message] of refused) {
    const answer = await accept(person, { id: one?.id, categoryId }, { id: two?.id, ...choice });
    expect(answer).toMatchObject({ status });
    expect(JSON.stringify(answer.body)).toMatch(message);
  }
  expect((await reviewOf(person)).total.count).toBe(2);
  expect(await transactionsOf(person)).toEqual([]);
});

test("rows accepted by two members concurrently are entered once", async () => {
  const { person, categoryId } = await household();
  const other = await product.person();
  await person.post("/api/share-budget", { email: other.email, permissionType: "member" });
  const guest = other.asOwner(person.id);
  await guest.get("/api/categories");
  const rows = await waiting(person, rowsNamed("One", "Two", "Three"));
  const chosen = rows.map(({ id }) => ({ id, categoryId }));
  const answers = await Promise.all([accept(person, ...chosen), accept(guest, ...chosen.toReversed())]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await transactionsOf(person)).toHaveLength(3);
  expect((await reviewOf(person)).total.count).toBe(0);
});

test("a file imported by two members concurrently waits once", async () => {
  const { person } = await household();
  const other = await product.person();
  await person.post("/api/share-budget", { email: other.email, permissionType: "member" });
  const guest = other.asOwner(person.id);
  await guest.get("/api/categories");
  const rows = rowsNamed("One", "Two", "Three").map((row) => ({ ...row, file: "bank.csv" }));
  const answers = await Promise.all([person, guest].map((one) => one.post("/api/imports", batchOf(rows))));
  const sums = answers.map(({ body }) => [Object(body).toReview, Object(body).already]);
  expect(sums.sort()).toEqual([
    [0, 3],
    [3, 0],
  ]);
  expect((await reviewOf(person)).total.count).toBe(3);
});

test("a transfer with a deleted half is refused", async () => {
  const { person, categoryId } = await household();
  const typed = { ...ROW, description: "To savings", amount: 200, categoryId };
  const { id } = Object((await person.post("/api/transactions", typed)).body);
  const [row] = await waiting(person, [{ ...ROW, description: "From current", amount: 200, type: "income" }]);
  expect(row?.transferOf).toBe(id);
  await person.delete(`/api/transactions/${id}`);
  expect(await transfer(person, { ids: [id, row?.id] })).toMatchObject({
    status: 409,
    body: { message: "The other half of From current is no longer there. Nothing was changed." },
  });
  const [left] = (await reviewOf(person)).rows;
  expect(left).toMatchObject({ id: row?.id, transferOf: null });
});

test("a row that is accepted and dismissed concurrently is decided once", async () => {
  const { person, categoryId } = await household();
  const [row] = await waiting(person, [ROW]);
  const both = await Promise.all([
    accept(person, { id: row?.id, categoryId }),
    person.post("/api/review/dismiss", { ids: [row?.id] }),
  ]);
  const isAccepted = both[0].status === 200;
  expect(both.map(({ status }) => status)).toEqual(isAccepted ? [200, 409] : [409, 204]);
  expect(await transactionsOf(person)).toHaveLength(isAccepted ? 1 : 0);
  expect((await reviewOf(person)).total.count).toBe(0);
});

test("ids of another budget change nothing there", async () => {
  const [own, other] = [await household(), await household()];
  const bill = { name: "Rent", amount: 12.34, frequency: "monthly", startDate: "2026-11-27" };
  const subscription = { ...bill, categoryId: other.categoryId };
  const pays = Object((await other.person.post("/api/subscriptions", subscription)).body).id;
  const typed = { ...ROW, categoryId: other.categoryId };
  const tiesTo = Object((await other.person.post("/api/transactions", typed)).body).id;
  const [theirs] = await waiting(other.person, [{ ...ROW, description: "Theirs" }]);
  const [row] = await waiting(own.person, [ROW]);
  const { person, categoryId } = own;
  const id = row?.id;
  const answers = await Promise.all([
    accept(person, { id: theirs?.id, categoryId }),
    accept(person, { id, categoryId, tiesTo }),
    accept(person, { id, categoryId, pays }),
    accept(person, { id, categoryId: other.categoryId }),
    accept(person, { id, categoryId }, { id, categoryId }),
    accept(person, {
      id,
      lines: [
        { type: "expense", categoryId, amount: 9_999_999_999.99 },
        { type: "expense", categoryId, amount: 1 },
      ],
    }),
    transfer(person, { ids: [id, tiesTo] }),
    transfer(person, { ids: [theirs?.id] }),
    transfer(person, { ids: [id] }, { ids: [id] }),
    person.post("/api/review/dismiss", { ids: [id, theirs?.id] }),
    person.post("/api/transactions", { ...ROW, categoryId, pays }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([
    409, 409, 400, 400, 400, 400, 409, 409, 400, 409, 404,
  ]);
  expect((await reviewOf(person)).rows).toMatchObject([{ id }]);
  expect((await reviewOf(other.person)).rows).toMatchObject([{ id: theirs?.id }]);
  expect(await transactionsOf(person)).toEqual([]);
  expect(await transactionsOf(other.person)).toMatchObject([{ id: tiesTo }]);
});

test("a row is split into lines that add up", async () => {
  const { person, categoryId } = await household();
  const before = await waiting(person, rowsNamed("Market"));
  const lines = [
    { type: "expense", categoryId, amount: 10 },
    { type: "expense", categoryId, amount: 2.34, notes: "flowers" },
  ];
  const { body } = await accept(person, { id: before[0]?.id, lines });
  expect(body).toMatchObject([
    { id: before[0]?.id, paymentId: before[0]?.id, amount: 10 },
    { amount: 2.34, notes: "flowers" },
  ]);
  expect((await person.post("/api/review", batchOf(rowsNamed("Market")))).body).toEqual({
    added: 0,
    already: 1,
  });
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect((await reviewOf(person)).rows).toEqual(before);
  expect(await transactionsOf(person)).toEqual([]);
});

test("a row can be tied to a typed transaction until the undo", async () => {
  const { person, categoryId } = await household();
  const typed = Object(
    (await person.post("/api/transactions", { ...ROW, description: "Food", date: "2026-11-18", categoryId }))
      .body,
  );
  const [row] = await waiting(person, [ROW]);
  expect((await accept(person, { id: row?.id, tiesTo: typed.id })).body).toMatchObject([
    { id: typed.id, description: "Food" },
  ]);
  expect(await transactionsOf(person)).toHaveLength(1);
  expect((await person.post("/api/review", batchOf([ROW]))).body).toEqual({ added: 0, already: 1 });
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect((await reviewOf(person)).rows).toEqual([row]);
  await person.post("/api/review/dismiss", { ids: [row?.id] });
  expect(await transactionsOf(person)).toMatchObject([typed]);
});

test("a row can settle a due payment", async () => {
  const { person, categoryId } = await household();
  const netflix = {
    name: "Netflix",
    amount: 9.99,
    categoryId,
    frequency: "monthly",
    startDate: "2026-11-27",
    autoCreateTransaction: false,
  };
  const { body } = await person.post("/api/subscriptions", netflix);
  const { id, nextPaymentDate } = Object(body);
  const [row] = await waiting(person, [{ ...ROW, description: "NETFLIX.COM", amount: 9.49 }]);
  expect((await accept(person, { id: row?.id, pays: id })).body).toMatchObject([
    { subscriptionId: id, categoryId, amount: 9.49 },
  ]);
  const next = async () => Object((await person.get("/api/subscriptions")).body)[0].nextPaymentDate;
  expect(await next()).not.toBe(nextPaymentDate);
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect(await next()).toBe(nextPaymentDate);
  // Somebody else was faster: the row does not mean the next payment.
  await person.post(`/api/subscriptions/${id}/pay`, { dueDate: nextPaymentDate });
  expect(await accept(person, { id: row?.id, pays: id, dueDate: nextPaymentDate })).toMatchObject({
    status: 409,
    body: { message: "The payment chosen for NETFLIX.COM was recorded already" },
  });
  expect((await reviewOf(person)).rows).toHaveLength(1);
});

const transfer = (person: Pick<Person, "post">, ...pairs: object[]) =>
  person.post("/api/review/transfer", { pairs });

test("transfers between own accounts are in no figure", async () => {
  const { person, categoryId } = await household();
  const typed = Object(
    (await person.post("/api/transactions", { ...ROW, description: "To savings", amount: 200, categoryId }))
      .body,
  );
  const incoming = { ...ROW, description: "From current", amount: 200, type: "income", account: "Savings" };
  const [row] = await waiting(person, [incoming]);
  expect(await transfer(person, { ids: [typed.id, row?.id] })).toMatchObject({ status: 204 });
  expect(await transactionsOf(person)).toEqual([]);
  expect((await reviewOf(person)).total).toEqual({ count: 0, income: 0, expense: 0 });
  expect((await person.post("/api/review", batchOf([incoming]))).body).toEqual({ added: 0, already: 1 });
  expect(
    (await person.post("/api/review", batchOf([{ ...ROW, description: "To savings", amount: 200 }]))).body,
  ).toEqual({ added: 0, already: 1 });
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect(await transactionsOf(person)).toMatchObject([typed]);
  expect((await reviewOf(person)).rows).toEqual([row]);
});

test("a transfer's halves must have the same amount in opposite directions", async () => {
  const { person } = await household();
  const [out, more, inn] = await waiting(person, [ROW, { ...ROW, amount: 13 }, { ...ROW, type: "income" }]);
  expect(await transfer(person, { ids: [out?.id, more?.id] })).toMatchObject({ status: 400 });
  expect(await transfer(person, { ids: [more?.id, inn?.id] })).toMatchObject({ status: 400 });
  expect(await transfer(person, { ids: [out?.id, 7] })).toMatchObject({ status: 409 });
  expect(await transfer(person, { ids: [out?.id, inn?.id] }, { ids: [inn?.id] })).toMatchObject({
    status: 400,
  });
  expect(await transfer(person, { ids: [out?.id, inn?.id] }, { ids: [more?.id] })).toMatchObject({
    status: 204,
  });
  expect((await reviewOf(person)).total.count).toBe(0);
  expect(await transfer(person, { ids: [out?.id, inn?.id] })).toMatchObject({ status: 409 });
});

test("a transfer can be a contribution to a goal until its undo", async () => {
  const { person } = await household();
  const { body } = await person.post("/api/financial-goals", { ...GOAL, currentAmount: 10 });
  const [out, inn] = await waiting(person, [ROW, { ...ROW, type: "income" }]);
  const held = async () => Object((await person.get("/api/financial-goals")).body)[0].currentAmount;
  expect(await transfer(person, { ids: [inn?.id, out?.id], goalId: Object(body).id })).toMatchObject({
    status: 204,
  });
  expect(await held()).toBe(22.34);
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect(await held()).toBe(10);
  expect(await transfer(person, { ids: [inn?.id], goalId: 7 })).toMatchObject({ status: 400 });
});

test("a guest who may only look cannot decide about rows", async () => {
  const { person, categoryId } = await household();
  const other = await product.person();
  await person.post("/api/share-budget", { email: other.email, permissionType: "view_only" });
  const guest = other.asOwner(person.id);
  const [row] = await waiting(person, [ROW]);
  expect((await reviewOf(guest)).rows).toHaveLength(1);
  expect(await accept(guest, { id: row?.id, categoryId })).toMatchObject({ status: 403 });
  expect(await transfer(guest, { ids: [row?.id] })).toMatchObject({ status: 403 });
});

test("a hundred rows are dismissed in one entry", async () => {
  const { person } = await household();
  const before = await waiting(
    person,
    rowsNamed(...Array.from({ length: 100 }, (_, index) => `Row ${index}`)),
  );
  const ids = before.map(({ id }) => id);
  expect(await person.post("/api/review/dismiss", { ids })).toMatchObject({ status: 204 });
  expect((await reviewOf(person)).total.count).toBe(0);
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect((await reviewOf(person)).rows.toSorted((a, b) => a.id - b.id)).toEqual(before);
});

test("a repeat under its Idempotency-Key is answered as the first time", async () => {
  const { person, categoryId } = await household();
  const [one, two, three] = await waiting(person, rowsNamed("One", "Two", "Three"));
  const once = { "idempotency-key": randomUUID() };
  const rows = [{ id: one?.id, categoryId }];
  const send = (path: string, body: object, headers = once) =>
    person.send("POST", `/api/review/${path}`, body, headers);
  const first = await send("accept", { rows });
  expect(first).toMatchObject({ status: 200, body: [{ id: one?.id, description: "One", amount: 12.34 }] });
  expect((await send("accept", { rows })).body).toEqual(first.body);
  expect(await send("accept", { rows: [{ id: two?.id, categoryId }] })).toMatchObject({ status: 409 });
  for (const [path, body] of [
    ["dismiss", { ids: [two?.id] }],
    ["transfer", { pairs: [{ ids: [three?.id] }] }],
  ] as const) {
    const headers = { "idempotency-key": randomUUID() };
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await send(path, body, headers)).toMatchObject({ status: 204 });
  }
  expect((await reviewOf(person)).total.count).toBe(0);
});

test("undoing a decision is refused after a later change", async () => {
  const { person, categoryId } = await household();
  const netflix = {
    name: "Netflix",
    amount: 9.99,
    categoryId,
    frequency: "monthly",
    startDate: "2026-11-27",
  };
  const { id, nextPaymentDate } = Object(
    (await person.post("/api/subscriptions", { ...netflix, autoCreateTransaction: false })).body,
  );
  const [row, other] = await waiting(person, [{ ...ROW, description: "NETFLIX", amount: 9.99 }, ROW]);
  await accept(person, { id: row?.id, pays: id }, { id: other?.id, categoryId });
  const [entry] = Object((await person.get("/api/activity?kind=review&limit=1")).body);
  const next = async () => Object((await person.get("/api/subscriptions")).body)[0].nextPaymentDate;
  expect(await person.post(`/api/subscriptions/${id}/pay`, { dueDate: await next() })).toMatchObject({
    status: 200,
  });
  const undo = (query = "") => person.post(`/api/activity/${entry.id}/undo${query}`, {});
  expect(await undo()).toMatchObject({ status: 409, body: { current: expect.anything() } });
  expect(await undo("?overwrite=true")).toMatchObject({ status: 409 });
  expect(await next()).not.toBe(nextPaymentDate);
  const edited = await transactionsOf(person);
  expect(edited).toHaveLength(3);
});

test("an undo overwrites a later edit of the transaction only on request", async () => {
  const { person, categoryId } = await household();
  const [row] = await waiting(person, [ROW]);
  await accept(person, { id: row?.id, categoryId });
  const [entry] = Object((await person.get("/api/activity?kind=review&limit=1")).body);
  const [entered] = await transactionsOf(person);
  await person.put(`/api/transactions/${row?.id}`, { ...entered, description: "Edited" });
  expect(await person.post(`/api/activity/${entry.id}/undo`, {})).toMatchObject({ status: 409 });
  expect(await person.post(`/api/activity/${entry.id}/undo?overwrite=true`, {})).toMatchObject({
    status: 200,
  });
  expect((await reviewOf(person)).rows).toEqual([row]);
  expect(await undoLast(person)).toMatchObject({ status: 200 });
  expect(await transactionsOf(person)).toMatchObject([{ description: "Edited" }]);
});

test("undoing an import undoes the decisions about its rows", async () => {
  const { person, categoryId } = await household();
  const [one, two, three] = await waiting(person, rowsNamed("One", "Two", "Three", "Four"));
  const [entry] = Object((await person.get("/api/activity?kind=import&limit=1")).body);
  await accept(person, { id: one?.id, categoryId });
  await transfer(person, { ids: [two?.id] });
  await person.post("/api/review/dismiss", { ids: [three?.id] });
  const undone = await person.post(`/api/activity/${entry.id}/undo`, {});
  expect(undone).toMatchObject({ status: 200 });
  expect(await transactionsOf(person)).toEqual([]);
  expect(await reviewOf(person)).toMatchObject({ rows: [], total: { count: 0, expense: 0 } });
  const [accepted] = Object((await person.get("/api/activity?kind=review")).body).slice(-1);
  expect(await person.post(`/api/activity/${accepted.id}/undo`, {})).toMatchObject({ status: 409 });
  expect(await person.post(`/api/activity/${Object(undone.body).id}/undo`, {})).toMatchObject({
    status: 200,
  });
  expect(await transactionsOf(person)).toHaveLength(1);
  expect(await reviewOf(person)).toMatchObject({ rows: [{ description: "Four" }], total: { count: 1 } });
});

test("rows in review are in no figure", async () => {
  const { person } = await household();
  const month = "month=11&year=2026";
  const figures = async () => {
    const { review, ...others } = Object((await person.get(`/api/to-spend?${month}`)).body);
    return { review, others, budgets: (await person.get(`/api/budgets?${month}`)).body };
  };
  const before = await figures();
  expect(before.review).toEqual({ count: 0, amount: 0 });
  await waiting(person, [ROW, { ...ROW, type: "income", amount: 100 }]);
  expect(await figures()).toEqual({ ...before, review: { count: 2, amount: -87.66 } });
});

test("a rule that leaves rows out applies to rows that go straight to review", async () => {
  const { person } = await household();
  await person.post("/api/rules", { contains: "rewe", leaveOut: true });
  expect((await person.post("/api/review", batchOf([ROW, { ...ROW, description: "Shop" }]))).body).toEqual({
    added: 1,
    already: 0,
  });
  expect((await reviewOf(person)).rows).toMatchObject([{ description: "Shop" }]);
});

const proposalOf = async (person: Person, description: string) =>
  (await reviewOf(person)).rows.find((row) => row.description === description);

test("rows have proposals: category, existing transaction, due payment and other half", async () => {
  const { person, categoryId } = await household();
  const entered = async (given: object) =>
    Object((await person.post("/api/transactions", { ...ROW, categoryId, ...given })).body).id;
  await entered({ description: "Lidl", amount: 5, date: "2026-06-01" });
  const typed = await entered({ description: "Bakery", amount: 3.2, date: "2026-11-19" });
  const savings = await entered({ description: "To savings", amount: 500, date: "2026-11-18" });
  const netflix = {
    name: "Netflix",
    amount: 9.99,
    categoryId,
    frequency: "monthly",
    startDate: "2026-11-24",
  };
  const { body } = await person.post("/api/subscriptions", { ...netflix, autoCreateTransaction: false });
  await waiting(person, [
    { ...ROW, description: "LIDL" },
    { ...ROW, description: "BAKERY 12", amount: 3.2 },
    { ...ROW, description: "NETFLIX.COM", amount: 10.49, date: "2026-11-21" },
    { ...ROW, description: "Transfer in", type: "income", amount: 500 },
    { ...ROW, description: "Card bill out", amount: 80, account: "Current" },
  ]);
  await waiting(person, [
    { ...ROW, description: "Card bill in", type: "income", amount: 80, account: "Card", date: "2026-11-22" },
  ]);
  const nothing = { transactionId: null, subscriptionId: null };
  expect(await proposalOf(person, "LIDL")).toMatchObject({
    proposed: { categoryId, goalId: null, by: "history" },
    match: null,
  });
  expect(await proposalOf(person, "BAKERY 12")).toMatchObject({
    match: { ...nothing, state: "like", transactionId: typed },
  });
  expect(await proposalOf(person, "NETFLIX.COM")).toMatchObject({
    match: { ...nothing, state: "due", subscriptionId: Object(body).id },
  });
  expect(await proposalOf(person, "Transfer in")).toMatchObject({ transferOf: savings });
  const [out, inn] = [await proposalOf(person, "Card bill out"), await proposalOf(person, "Card bill in")];
  expect([out?.transferOf, inn?.transferOf]).toEqual([inn?.id, out?.id]);
});

test("matching names due payments and other halves for a file's rows", async () => {
  const { person, categoryId } = await household();
  const out = { ...ROW, description: "To savings", amount: 500, categoryId };
  const savings = Object((await person.post("/api/transactions", out)).body).id;
  const [waits] = await waiting(person, [
    { ...ROW, description: "Card bill", amount: 80, account: "Current" },
  ]);
  const bill = { name: "Netflix", amount: 9.99, categoryId, frequency: "monthly", startDate: "2026-11-24" };
  const { body } = await person.post("/api/subscriptions", { ...bill, autoCreateTransaction: false });
  const rows = [
    { ...ROW, description: "NETFLIX.COM", amount: 10.49, date: "2026-11-21" },
    { ...ROW, description: "From current", type: "income", amount: 500 },
    { ...ROW, description: "Payment received", type: "income", amount: 80, account: "Card" },
    { ...ROW, description: "Money back", type: "income", amount: 80, account: "Current" },
    ROW,
  ];
  const told = Object((await person.post("/api/imports/match", { rows })).body);
  const nothing = { state: "new", transactionId: null, by: null };
  expect(told).toEqual([
    { ...nothing, due: { subscriptionId: Object(body).id, name: "Netflix", date: "2026-11-24" } },
    { ...nothing, transferOf: savings },
    { ...nothing, transferOf: waits?.id },
    nothing,
    nothing,
  ]);
});

test("a refund in a category of income is income", async () => {
  const { person } = await household();
  const income = Object((await person.post("/api/categories", { ...CATEGORY, type: "income" })).body).id;
  const [row] = await waiting(person, [{ ...ROW, refund: true }]);
  const { body } = await accept(person, { id: row?.id, categoryId: income, refund: true });
  expect(Object(body)[0]).toMatchObject({ type: "income", amount: 12.34, categoryId: income });
  expect(Object(body)[0].refund).toBeUndefined();
});

test("files without an account can be the two sides of a transfer", async () => {
  const { person } = await household();
  const at = (file: string, description: string, given: object = {}) => ({
    ...ROW,
    description,
    file,
    ...given,
  });
  const inn = { type: "income" };
  const rows = [
    at("bank.csv", "Card bill"),
    at("card.csv", "Payment received", inn),
    at("bank.csv", "To savings", { amount: 500 }),
    at("savings.csv", "From bank", { amount: 500, date: "2026-11-22", ...inn }),
    at("bank.csv", "Shop", { amount: 7 }),
    at("bank.csv", "Shop, money back", { amount: 7, ...inn }),
  ];
  expect((await person.post("/api/imports", batchOf(rows))).body).toMatchObject({ toReview: 6 });
  const { rows: found } = await reviewOf(person);
  const nameOf = new Map(found.map(({ id, description }) => [id, description]));
  const offered = found.map(({ description, transferOf }) => [description, nameOf.get(Number(transferOf))]);
  expect(Object.fromEntries(offered)).toEqual({
    "Card bill": "Payment received",
    "Payment received": "Card bill",
    "To savings": "From bank",
    "From bank": "To savings",
    Shop: undefined,
    "Shop, money back": undefined,
  });
  const pairs = found.flatMap(({ id, transferOf }) =>
    id < Number(transferOf) ? [{ ids: [id, transferOf] }] : [],
  );
  expect(await transfer(person, ...pairs)).toMatchObject({ status: 204 });
  expect((await reviewOf(person)).total.count).toBe(2);
  await undoLast(person);
  expect((await reviewOf(person)).rows).toEqual(found);
});

test("a half that arrives weeks after the other is offered", async () => {
  const { person } = await household();
  const [out] = await waiting(person, [{ ...ROW, account: "Current" }]);
  await transfer(person, { ids: [out?.id] });
  const [inn] = await waiting(person, [{ ...ROW, type: "income", account: "Savings" }]);
  expect(inn?.transferOf).toBe(out?.id);
  expect(await transfer(person, { ids: [out?.id, inn?.id] })).toMatchObject({ status: 204 });
  expect((await reviewOf(person)).rows).toEqual([]);
  const [again] = await waiting(person, [{ ...ROW, type: "income", account: "Third" }]);
  expect(again?.transferOf).toBeNull();
});

describe("after undoing the import of one half of a transfer", () => {
  const INCOMING = { ...ROW, description: "From current", type: "income", account: "Savings" };
  const OUTGOING = { ...ROW, description: "To savings", account: "Third" };

  async function halved() {
    const { person, categoryId } = await household();
    const { body } = await person.post("/api/transactions", { ...ROW, categoryId });
    const [inn] = await waiting(person, [INCOMING]);
    await transfer(person, { ids: [Object(body).id, inn?.id] });
    const [moved, imported] = Object((await person.get("/api/activity?limit=2")).body);
    const undo = (id: string) => person.post(`/api/activity/${id}/undo`, {});
    const { body: undone } = await undo(imported.id);
    return { person, inn, typed: Object(body), moved: moved.id, undo, undone: Object(undone).id };
  }

  test("the other half is offered to the row that is imported again", async () => {
    const { person, inn, typed, undo, undone } = await halved();
    const told = await person.post("/api/imports/match", { rows: [INCOMING] });
    expect(told.body).toMatchObject([{ state: "new", transferOf: typed.id }]);
    const [again] = await waiting(person, [INCOMING]);
    expect(again?.transferOf).toBe(typed.id);
    expect(await transfer(person, { ids: [typed.id, again?.id] })).toMatchObject({ status: 204 });
    expect(await undo(undone)).toMatchObject({ status: 200 });
    expect(await transactionsOf(person)).toEqual([]);
    const [out] = await waiting(person, [OUTGOING]);
    expect(out?.transferOf).toBe(inn?.id);
  });

  test("the transfer can be undone for the other half", async () => {
    const { person, inn, typed, moved, undo, undone } = await halved();
    expect(await undo(moved)).toMatchObject({ status: 200 });
    expect(await transactionsOf(person)).toMatchObject([typed]);
    expect(await undo(undone)).toMatchObject({ status: 200 });
    expect(await transactionsOf(person)).toMatchObject([typed]);
    expect((await reviewOf(person)).total.count).toBe(0);
    const [out] = await waiting(person, [OUTGOING]);
    expect(out?.transferOf).toBe(inn?.id);
  });

  test("redoing the import restores the transfer", async () => {
    const { person, typed, moved, undo, undone } = await halved();
    expect(await undo(undone)).toMatchObject({ status: 200 });
    const [out] = await waiting(person, [OUTGOING]);
    expect(out?.transferOf).toBeNull();
    expect(await undo(moved)).toMatchObject({ status: 200 });
    expect(await transactionsOf(person)).toMatchObject([typed]);
    expect(await reviewOf(person)).toMatchObject({ rows: [{}, {}], total: { count: 2 } });
  });

  test("its rows cannot be decided about", async () => {
    const { person, inn, undone, undo } = await halved();
    const [row, other] = await waiting(person, [OUTGOING, { ...OUTGOING, amount: 1 }]);
    const { body } = await undoLast(person);
    for (const [call, sent] of [
      ["accept", { rows: [{ id: row?.id, categoryId: 1 }] }],
      ["transfer", { pairs: [{ ids: [row?.id] }] }],
      ["transfer", { pairs: [{ ids: [inn?.id] }] }],
      ["dismiss", { ids: [row?.id, other?.id] }],
    ] as const)
      expect(await person.post(`/api/review/${call}`, sent), call).toMatchObject({ status: 409 });
    expect(await undo(undone)).toMatchObject({ status: 200 });
    expect(await undo(Object(body).id)).toMatchObject({ status: 200 });
    expect(await reviewOf(person)).toMatchObject({ rows: [{}, {}], total: { count: 2, expense: 13.34 } });
  });
});

test("a transfer's other half is found on the next page", async () => {
  const { person } = await household();
  const many = Array.from({ length: 120 }, (_, index) => ({
    ...ROW,
    description: `Row ${index}`,
    amount: 1 + index,
    account: "Card",
  }));
  await waiting(person, [
    { ...ROW, description: "Out", amount: 777, account: "A", date: "2026-11-21" },
    ...many,
  ]);
  await waiting(person, [
    { ...ROW, description: "In", amount: 777, type: "income", account: "B", date: "2026-11-19" },
  ]);
  expect((await reviewOf(person)).rows.some(({ description }) => description === "In")).toBe(false);
  expect(await proposalOf(person, "Out")).toMatchObject({ transferOf: expect.any(Number) });
});

test("proposals follow current rules and categories", async () => {
  const { person, categoryId } = await household();
  const other = Object((await person.post("/api/categories", { ...CATEGORY, name: "Other" })).body).id;
  await waiting(person, [{ ...ROW, categoryId: other }]);
  expect(await proposalOf(person, ROW.description)).toMatchObject({
    proposed: { categoryId: other, by: "history" },
  });
  await person.delete(`/api/categories/${other}`);
  expect(await proposalOf(person, ROW.description)).toMatchObject({ proposed: null });
  await person.post("/api/rules", { contains: "rewe", categoryId });
  expect(await proposalOf(person, ROW.description)).toMatchObject({ proposed: { categoryId, by: "rule" } });
});

test("a decision can be undone after the proposed category was deleted", async () => {
  const { person, categoryId } = await household();
  await waiting(person, [{ ...ROW, categoryId }]);
  const { rows } = await reviewOf(person);
  await person.post("/api/review/dismiss", { ids: rows.map(({ id }) => id) });
  const [entry] = Object((await person.get("/api/activity?limit=1")).body);
  await person.delete(`/api/categories/${categoryId}`);
  expect(await person.post(`/api/activity/${entry.id}/undo`, {})).toMatchObject({ status: 200 });
  expect(await reviewOf(person)).toMatchObject({ rows: [{ id: rows[0]?.id, proposed: null }] });
});

test("undoing an import that only left rows out lets them in again", async () => {
  const { person } = await household();
  const left = await person.post("/api/imports", batchOf([{ ...ROW, leaveOut: true }]));
  expect(left.body).toMatchObject({ added: 0, leftOut: 1 });
  expect((await person.post("/api/review", batchOf([ROW]))).body).toEqual({ added: 0, already: 1 });
  const [entry] = Object((await person.get("/api/activity?kind=import&limit=1")).body);
  expect(await person.post(`/api/activity/${entry.id}/undo`, {})).toMatchObject({ status: 200 });
  expect((await person.post("/api/review", batchOf([ROW]))).body).toEqual({ added: 1, already: 0 });
});

test("rows that a program marks as transfers are transfers", async () => {
  const { person, categoryId } = await household();
  const rows = [
    { ...ROW, transfer: true },
    { ...ROW, description: "Shop", categoryId },
  ];
  expect((await person.post("/api/imports", batchOf(rows))).body).toMatchObject({
    added: 1,
    moved: 1,
    toReview: 0,
  });
  expect((await person.post("/api/imports", batchOf(rows))).body).toMatchObject({
    added: 0,
    moved: 0,
    already: 2,
  });
  expect(await transactionsOf(person)).toHaveLength(1);
});

test("a dismissed row can be imported with a category", async () => {
  const { person, categoryId } = await household();
  const [row] = await waiting(person, [ROW]);
  await person.post("/api/review/dismiss", { ids: [row?.id] });
  const match = async () => Object((await person.post("/api/imports/match", { rows: [ROW] })).body)[0].state;
  expect(await match()).toBe("left-out");
  expect((await person.post("/api/imports", batchOf([ROW]))).body).toMatchObject({ toReview: 0, already: 1 });
  expect((await person.post("/api/imports", batchOf([{ ...ROW, categoryId }]))).body).toMatchObject({
    added: 1,
  });
});
