import { payments } from "@coffer/contract/transaction";
import { versionTag } from "@coffer/domain/activity/version-tag";
import { payment as definition } from "@coffer/domain/payment/definition";
import { draftOfPayment } from "@coffer/domain/payment/payment";
import * as v from "valibot";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

let person: Visitor;
let food: number;
let home: number;
async function category(name: string, type = "expense"): Promise<number> {
  const draft = { name, icon: "restaurant", color: "red", type };
  return Object((await person.post("/api/categories", draft)).body).id;
}
beforeEach(async () => {
  person = await product.person();
  [food, home] = [await category("Food"), await category("Home")];
});

const payment = (given: object = {}) => ({
  description: "Market",
  date: "2026-11-20",
  lines: [
    { type: "expense", categoryId: food, amount: 30.1 },
    { type: "expense", categoryId: home, amount: 12.25, notes: "Broom" },
    { type: "expense", categoryId: home, amount: 2.35, refund: true },
  ],
  ...given,
});
type Line = { id: number; paymentId: number };
async function add(given: object = {}): Promise<{ id: number; lines: Line[] }> {
  const { status, body } = await person.post("/api/payments", payment(given));
  expect(status).toBe(201);
  return Object(body);
}
const listed = async (): Promise<Line[]> =>
  Object((await person.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30")).body);
const newest = async () => Object((await person.get("/api/activity?limit=1")).body)[0];

const versionOf = (reply: unknown) => {
  const { lines } = v.parse(payments.get.reply, reply);
  const [first] = lines;
  if (!first) throw new Error("No lines");
  return versionTag(definition, draftOfPayment({ ...first, lines }));
};

describe("a payment", () => {
  test("has a transaction for each line", async () => {
    const { id, lines } = await add({ notes: "Cash" });
    expect(id).toBe(lines[0]?.id);
    const { body } = await person.get(`/api/payments/${id}`);
    expect(body).toMatchObject({
      id,
      amount: 40,
      lines: [
        { id, paymentId: id, amount: 30.1, categoryId: food, notes: "Cash", description: "Market" },
        { paymentId: id, amount: 12.25, categoryId: home, notes: "Broom", date: "2026-11-20" },
        { paymentId: id, amount: 2.35, refund: true },
      ],
    });
    expect(await listed()).toHaveLength(3);
    const { body: budgets } = await person.get("/api/budgets?month=11&year=2026");
    expect(budgets).toMatchObject([
      { categoryId: food, actual: 30.1 },
      { categoryId: home, actual: 9.9 },
    ]);
  });

  test("is restored by an undo with the same ids", async () => {
    const { lines } = await add();
    const entry = await newest();
    expect(entry).toMatchObject({ kind: "payment", action: "created", label: "Market", before: null });
    expect((await person.post(`/api/activity/${entry.id}/undo`)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect((await person.post(`/api/activity/${(await newest()).id}/undo`)).status).toBe(200);
    expect((await listed()).map(({ id }) => id).sort()).toEqual(lines.map(({ id }) => id).sort());
  });

  test("is added once under one Idempotency-Key", async () => {
    const key = { "idempotency-key": "payment-0001" };
    const first = await person.send("POST", "/api/payments", payment(), key);
    expect(await person.send("POST", "/api/payments", payment(), key)).toMatchObject({ body: first.body });
    expect(await listed()).toHaveLength(3);
    const path = `/api/payments/${Object(first.body).id}`;
    const again = { "idempotency-key": "payment-0002" };
    expect((await person.send("DELETE", path, undefined, again)).status).toBe(204);
    expect((await person.send("DELETE", path, undefined, again)).status).toBe(204);
    expect((await person.get(path)).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  test("keeps the ids of its lines through a change", async () => {
    const paidBy = Object((await person.get("/api/user")).body).id;
    const { id, lines } = await add({ paidBy });
    const changed = payment({ date: "2026-11-21", lines: payment().lines.slice(0, 2) });
    const { body } = await person.put(`/api/payments/${id}`, changed);
    expect(body).toMatchObject({
      id,
      amount: 42.35,
      lines: [
        { id: lines[0]?.id, date: "2026-11-21", paidBy },
        { id: lines[1]?.id, date: "2026-11-21" },
      ],
    });
    expect(await listed()).toHaveLength(2);
    const longer = payment({ lines: [...payment().lines, ...payment().lines] });
    expect(Object((await person.put(`/api/payments/${id}`, longer)).body).lines).toHaveLength(6);
    const undo = await person.post(`/api/activity/${(await newest()).id}/undo`);
    expect(undo.status).toBe(200);
    expect(Object((await person.get(`/api/payments/${id}`)).body).lines).toHaveLength(2);
  });

  test("that was changed concurrently is refused with its current lines", async () => {
    const { id, lines } = await add();
    const path = `/api/payments/${id}`;
    const seen = { "x-version": versionOf(Object((await person.get(path)).body)) };
    const [bread, ...others] = payment().lines;
    const theirs = payment({ lines: [{ ...bread, amount: 31 }, ...others] });
    expect(await person.send("PUT", path, theirs, seen)).toMatchObject({ status: 200 });
    expect(await person.send("PUT", path, payment({ notes: "Mine" }), seen)).toMatchObject({
      status: 409,
      body: { current: { description: "Market", lines: [{ id: lines[0]?.id, amount: 31 }, {}, {}] } },
    });
    expect((await person.put(path, payment())).status).toBe(200);
    // The payment has its original state again, so the edit overwrites no later change.
    expect((await person.send("PUT", path, theirs, seen)).status).toBe(200);
  });

  test("replaces the transaction that it splits", async () => {
    const whole = {
      description: "Market",
      date: "2026-11-20",
      type: "expense",
      categoryId: food,
      amount: 40,
    };
    const { id } = Object((await person.post("/api/transactions", whole)).body);
    expect((await person.get(`/api/payments/${id}`)).status).toBe(404);
    const { status, body } = await person.put(`/api/payments/${id}`, payment());
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, amount: 40, lines: [{ id }, {}, {}] },
    });
    expect((await person.post(`/api/activity/${(await newest()).id}/undo`)).status).toBe(200);
    expect(await listed()).toMatchObject([{ ...whole, id }]);
    expect(await listed()).not.toMatchObject([{ paymentId: id }]);
    // By a browser that split it offline.
    expect((await person.delete(`/api/payments/${id}`)).status).toBe(204);
    expect(await listed()).toEqual([]);
    expect((await person.post(`/api/activity/${(await newest()).id}/undo`)).status).toBe(200);
    expect(await listed()).toMatchObject([{ ...whole, id }]);
  });

  test("with one line left becomes a transaction in one entry", async () => {
    const { id, lines } = await add({ notes: "Cash" });
    const only = { type: "expense", categoryId: home, amount: 40 };
    const { status, body } = await person.put(`/api/payments/${id}`, payment({ lines: [only] }));
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, amount: 40, lines: [{ id, ...only }] },
    });
    const [whole, ...others] = await listed();
    expect(others).toEqual([]);
    expect(whole).not.toHaveProperty("paymentId");
    expect((await person.put(`/api/transactions/${id}`, { ...whole, amount: 41 })).status).toBe(200);
    const [changed, unsplit] = Object((await person.get("/api/activity?limit=2")).body);
    for (const entry of [changed, unsplit]) {
      expect((await person.post(`/api/activity/${entry.id}/undo`)).status).toBe(200);
    }
    expect(Object((await person.get(`/api/payments/${id}`)).body).lines).toEqual(lines);
    expect((await person.post(`/api/activity/${(await newest()).id}/undo`)).status).toBe(200);
    expect(await listed()).toMatchObject([{ id, ...only }]);
    expect(await person.post("/api/payments", payment({ lines: [only] }))).toMatchObject({ status: 400 });
  });

  test("refuses changes of single lines and names itself", async () => {
    const { lines } = await add();
    const one = { description: "Other", amount: 1, date: "2026-11-20", type: "expense", categoryId: food };
    const refused = { status: 409, body: { message: expect.stringContaining("Market") } };
    const path = `/api/transactions/${lines[1]?.id}`;
    expect(await person.put(path, one)).toMatchObject(refused);
    expect(await person.delete(path)).toMatchObject(refused);
    const together = { transactions: [{ id: lines[1]?.id }] };
    expect(await person.post("/api/transactions/delete", together)).toMatchObject(refused);
    expect(await listed()).toHaveLength(3);
  });

  test.each([
    ["a single line", () => ({ lines: payment().lines.slice(0, 1) })],
    ["21 lines", () => ({ lines: Array.from({ length: 21 }, () => payment().lines[0]) })],
    ["no lines", () => ({ lines: undefined })],
    [
      "an income beside an expense",
      async () => {
        const pay = await category("Pay", "income");
        return { lines: [payment().lines[0], { type: "income", categoryId: pay, amount: 1 }] };
      },
    ],
    ["a line without amount", () => ({ lines: [payment().lines[0], { type: "expense", categoryId: food }] })],
    [
      "an unknown category",
      () => ({ lines: [payment().lines[0], { ...payment().lines[0], categoryId: 7 }] }),
    ],
    ["an invalid date", () => ({ date: "2026-02-30" })],
  ])("is refused with %s", async (_, given) => {
    expect((await person.post("/api/payments", payment(await given()))).status).toBe(400);
    expect(await listed()).toEqual([]);
  });

  test("of another budget is not found", async () => {
    const { id } = await add();
    const other = await product.person();
    expect((await other.get(`/api/payments/${id}`)).status).toBe(404);
    expect((await other.put(`/api/payments/${id}`, payment())).status).toBe(404);
    expect((await other.delete(`/api/payments/${id}`)).status).toBe(404);
  });
});
