import { beforeAll, expect, inject, test } from "vitest";
import { meteredClient } from "../../../../packages/test/metered-client.ts";
import { freshAddress, shareWith } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

const NOVEMBER = "month=11&year=2026";
const { client, measure } = meteredClient(inject("engine"));
let product: Product;
let person: Awaited<ReturnType<Product["person"]>>;

// Seven months of a household of two: eighteen categories, ninety purchases a month.
beforeAll(async () => {
  product = await startProduct({ client });
  person = await product.person();
  const categories: number[] = [];
  for (let n = 0; n < 18; n++) {
    const body = {
      name: `Category ${n}`,
      icon: "restaurant",
      color: "red",
      type: n < 2 ? "income" : "expense",
    };
    categories.push(Object((await person.post("/api/categories", body)).body).id);
  }
  for (const month of ["05", "06", "07", "08", "09", "10", "11"]) {
    const plans = categories.map((categoryId) => ({ categoryId, projected: 400 }));
    await person.post("/api/budgets/plan-month", { month: Number(month), year: 2026, plans });
    const rows = Array.from({ length: 90 }, (_, n) => ({
      date: `2026-${month}-${String(1 + (n % 21)).padStart(2, "0")}`,
      description: `Purchase ${n}`,
      amount: 10 + n,
      notes: null,
      type: "expense",
      categoryId: categories[2 + (n % 16)],
    }));
    const sent = await person.post("/api/imports", { batch: `month-00${month}`, source: "bank.csv", rows });
    expect(sent.status).toBe(200);
  }
  for (let n = 0; n < 8; n++) {
    await person.post("/api/subscriptions", {
      name: `Bill ${n}`,
      amount: 12,
      frequency: "monthly",
      startDate: "2026-12-01",
      categoryId: categories[2 + n],
    });
  }
});

test("contains what its parts' own calls answer", async () => {
  const { status, body } = await person.get(`/api/month?${NOVEMBER}`);
  expect(status).toBe(200);
  const parts = {
    categories: "/api/categories",
    budgets: `/api/budgets?${NOVEMBER}`,
    history: "/api/budgets/history?month=10&year=2026&months=6",
    transactions: "/api/transactions?startDate=2026-11-01&endDate=2026-11-30",
    subscriptions: "/api/subscriptions",
    toSpend: `/api/to-spend?${NOVEMBER}`,
    ledger: "/api/ledger",
    shares: "/api/shared-users",
    tips: `/api/budget-tips?${NOVEMBER}`,
  };
  for (const [part, path] of Object.entries(parts)) {
    expect(Object(body)[part], part).toEqual((await person.get(path)).body);
  }
  expect(Object(body).transactions).toHaveLength(90);
});

test("is read with at most twelve units in two round trips", async () => {
  const session = await measure(() => person.get("/api/user"));
  const used = await measure(() => person.get(`/api/month?${NOVEMBER}`));
  // One of them reads whether the address is suppressed.
  expect(session).toMatchObject({ reads: 3, writes: 0, trips: 2 });
  expect(used.reads - 2).toBeLessThanOrEqual(12);
  expect(used).toMatchObject({ writes: 0, inARow: 2, trips: 7 });
});

test("shows shares to members only", async () => {
  const [partner, guest] = [await product.person(), await product.person()];
  const share = async (email: string, permissionType = "view_only") =>
    expect((await person.post("/api/share-budget", { ...shareWith(email), permissionType })).status).toBe(
      201,
    );
  await share(partner.email, "member");
  await share(guest.email);
  await share(freshAddress());
  const [partners, guests] = [partner.asOwner(person.id), guest.asOwner(person.id)];
  for (const opened of [partners, guests]) await opened.get("/api/categories");
  for (const by of [person, partners, guests]) {
    const { body } = await by.get(`/api/month?${NOVEMBER}`);
    expect(Object(body).ledger).toEqual((await by.get("/api/ledger")).body);
    const listed = by === guests ? undefined : (await by.get("/api/shared-users")).body;
    expect(Object(body).shares).toEqual(listed);
  }
  // The two other users are read once each.
  const used = await measure(() => person.get(`/api/month?${NOVEMBER}`));
  expect(used).toMatchObject({ reads: 16, writes: 0, inARow: 3 });
});
