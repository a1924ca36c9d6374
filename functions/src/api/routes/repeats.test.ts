import { IDEMPOTENCY_HEADER } from "@coffer/contract/error";
import { beforeAll, describe, expect, test } from "vitest";
import { CATEGORY, type Person } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

/** Kinds of things: their path, what creates one, and what an edit sends. `food` is a category's id. */
const KINDS = [
  [
    "/api/transactions",
    (food: number) => ({
      description: "Lunch",
      amount: 4,
      date: "2026-11-05",
      type: "expense",
      categoryId: food,
    }),
    { amount: 5 },
  ],
  ["/api/categories", () => CATEGORY, { name: "Market" }],
  [
    "/api/financial-goals",
    () => ({ name: "Bike", targetAmount: 900, startDate: "2026-11-01", targetDate: "2027-11-01" }),
    { targetAmount: 950 },
  ],
  [
    "/api/subscriptions",
    (food: number) => ({
      name: "Box",
      amount: 9,
      frequency: "monthly",
      startDate: "2026-11-30",
      nextPaymentDate: "2026-11-30",
      categoryId: food,
    }),
    { amount: 10 },
  ],
] as const;

let product: Product;
let ana: Person;
let food: number;
beforeAll(async () => {
  product = await startProduct();
  ana = await product.person();
  food = Object((await ana.post("/api/categories", CATEGORY)).body).id;
});

describe.each(KINDS)("%s", (path, draftOf, edit) => {
  test("answers a change that is repeated under its Idempotency-Key as the first time", async () => {
    const draft = draftOf(food);
    const { id } = Object((await ana.post(path, draft)).body);
    const keyed = { [IDEMPOTENCY_HEADER]: `edit-${id}` };
    const first = await ana.put(`${path}/${id}`, { ...draft, ...edit }, keyed);
    expect(first.status).toBe(200);
    const again = await ana.put(`${path}/${id}`, { ...draft, ...edit }, keyed);
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body: first.body });
    const deletion = { [IDEMPOTENCY_HEADER]: `delete-${id}` };
    expect((await ana.delete(`${path}/${id}`, deletion)).status).toBe(204);
    expect((await ana.delete(`${path}/${id}`, deletion)).status).toBe(204);
    expect((await ana.delete(`${path}/${id}`)).status).toBe(404);
    const other = await ana.put(`${path}/${id}`, { ...draft, description: "Other" }, keyed);
    expect(other.status).toBe(409);
  });
});

test("refuses another member's request under the same Idempotency-Key, rather than lose it", async () => {
  const ben = await product.person();
  await ana.post("/api/share-budget", { email: ben.email, permissionType: "member" });
  const lunch = { description: "Lunch", amount: 4, date: "2026-11-05", type: "expense", categoryId: food };
  const keyed = { [IDEMPOTENCY_HEADER]: "one-key-of-two" };
  expect((await ana.post("/api/transactions", lunch, keyed)).status).toBe(201);
  const { status, body } = await ben.asOwner(ana.id).post("/api/transactions", lunch, keyed);
  expect([status, body]).toEqual([409, { message: "This Idempotency-Key was used for another request" }]);
});
