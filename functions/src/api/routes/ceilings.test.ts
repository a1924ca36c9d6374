import { ENTRY_HEADER } from "@coffer/contract/error";
import { CEILINGS, MOST_SETTLEMENTS } from "@coffer/domain/ceilings";
import type { Id } from "@coffer/domain/id";
import { beforeAll, describe, expect, test } from "vitest";
import { category, goal, subscription } from "../../../../packages/test/fixtures.ts";
import { addThing, inBulk } from "../../../../packages/test/store.ts";
import {
  ACCOUNT,
  budgetOf,
  CATEGORY,
  GOAL,
  type Person,
  signedIn,
  subscriptionOf,
} from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

const sub = { ...subscription(), settledThrough: null };
/** Stores `count` things in a ledger without checking its ceilings. */
const fill = (ownerId: Id, kind: keyof typeof CEILINGS, count: number) =>
  inBulk(product.table, async (store) => {
    if (kind !== "category") await addThing(store, ownerId, "category", category({ id: 7 }));
    for (let id = 1; id <= count; id++) {
      if (kind === "category") await addThing(store, ownerId, kind, category({ id }));
      if (kind === "account") await addThing(store, ownerId, kind, { ...ACCOUNT, id, points: [] });
      if (kind === "goal") await addThing(store, ownerId, kind, { ...goal(), id });
      if (kind === "subscription") await addThing(store, ownerId, kind, { ...sub, id, categoryId: null });
    }
  });

const KINDS = [
  ["category", "/api/categories", CATEGORY, "categories"],
  ["subscription", "/api/subscriptions", subscriptionOf(7), "subscriptions"],
  ["goal", "/api/financial-goals", GOAL, "goals"],
  ["account", "/api/accounts", ACCOUNT, "accounts"],
] as const;

/** All parts of a person's export. */
async function exportOf(person: Person): Promise<{ kind: string }[]> {
  const owner = await signedIn(person);
  const items: { kind: string }[] = [];
  for (let cursor = ""; ; ) {
    const part = Object(
      (await owner.get(`/api/export${cursor && `?cursor=${encodeURIComponent(cursor)}`}`)).body,
    );
    items.push(...part.items);
    if (part.cursor === null) return items;
    cursor = part.cursor;
  }
}

describe.each(KINDS)("%s", (kind, path, body, name) => {
  test("is refused exactly beyond its ceiling, even by twenty at once", async () => {
    const person = await product.person();
    await fill(person.id, kind, CEILINGS[kind] - 3);
    const answers = await Promise.all(Array.from({ length: 20 }, () => person.post(path, body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 201);
    const message = `A budget holds at most ${CEILINGS[kind]} ${name}. Delete one that you no longer need first.`;
    expect(new Set(refused.map(({ status, body }) => `${status} ${Object(body).message}`))).toEqual(
      new Set([`409 ${message}`]),
    );
    expect((await person.get(path)).body).toHaveLength(CEILINGS[kind]);
  });

  test("above its ceiling can be used, but not added to", async () => {
    const person = await product.person();
    const count = CEILINGS[kind] + 5;
    await fill(person.id, kind, count);
    expect((await person.get(path)).body).toHaveLength(count);
    expect((await person.post(path, body)).status).toBe(409);
    expect((await person.put(`${path}/1`, { ...body, name: "Another" })).status).toBe(200);
    expect((await exportOf(person)).filter((item) => item.kind === kind)).toHaveLength(count);
    expect((await person.delete(`${path}/2`)).status).toBe(204);
    expect((await person.get(path)).body).toHaveLength(count - 1);
  });

  test("can be restored by an undo at the ceiling", async () => {
    const person = await product.person();
    await fill(person.id, kind, CEILINGS[kind]);
    const { headers } = await person.delete(`${path}/2`);
    expect((await person.post(path, body)).status).toBe(201);
    expect((await person.post(`/api/activity/${headers.get(ENTRY_HEADER)}/undo`)).status).toBe(200);
    expect((await person.get(path)).body).toHaveLength(CEILINGS[kind] + 1);
  });
});

test("a repeated request at the ceiling gets its first answer", async () => {
  const person = await product.person();
  await fill(person.id, "goal", CEILINGS.goal - 1);
  const key = { "idempotency-key": "the-last-goal" };
  const first = await person.post("/api/financial-goals", GOAL, key);
  expect(await person.post("/api/financial-goals", GOAL, key)).toMatchObject({
    status: 201,
    body: first.body,
  });
});

describe("a month far ahead", () => {
  const FAR = [
    ["POST", "/api/budgets", {}],
    ["POST", "/api/budgets/plan-month", { plans: [] }],
    ["POST", "/api/budgets/rebalance", { plans: [{ expected: 0, projected: 1 }] }],
  ] as const;

  test("can be planned up to sixty months after today's", async () => {
    const person = await product.person();
    const { body } = await person.post("/api/categories", CATEGORY);
    const categoryId = Number(Object(body).id);
    const at = (month: number, year: number) => ({ ...budgetOf(categoryId), month, year });
    expect((await person.post("/api/budgets", at(11, 2031))).status).toBe(201);
    const message = "Plan at most 60 months ahead, until November 2031";
    for (const [method, path, more] of FAR) {
      const plans = "plans" in more ? more.plans.map((plan) => ({ ...plan, categoryId })) : undefined;
      const sent = { ...at(12, 2031), ...(plans && { plans }) };
      expect(await person.send(method, path, sent)).toMatchObject({ status: 400, body: { message } });
    }
    for (const query of ["month=12&year=2031", "month=1&year=2999"])
      expect(await person.get(`/api/budgets/proposal?${query}&from=average`)).toMatchObject({ status: 400 });
    expect((await person.get("/api/budgets/proposal?month=11&year=2031&from=zero")).status).toBe(200);
    const category = { ...CATEGORY, projected: 5, month: 12, year: 2031 };
    expect(await person.post("/api/categories", category)).toMatchObject({ status: 400, body: { message } });
  });

  test("is not limited for past months, goals and subscriptions", async () => {
    const person = await product.person();
    const { body } = await person.post("/api/categories", CATEGORY);
    const categoryId = Number(Object(body).id);
    expect((await person.get("/api/budgets?month=1&year=2999")).status).toBe(200);
    expect((await person.get("/api/to-spend?month=1&year=2999")).status).toBe(200);
    expect((await person.post("/api/budgets", { ...budgetOf(categoryId), year: 1900 })).status).toBe(201);
    expect((await person.post("/api/financial-goals", { ...GOAL, targetDate: "2999-01-01" })).status).toBe(
      201,
    );
    const far = { ...subscriptionOf(categoryId), startDate: "2998-01-01" };
    expect((await person.post("/api/subscriptions", far)).status).toBe(201);
  });
});

describe("a restore", () => {
  const restore = async (kind: keyof typeof CEILINGS, count: number) => {
    const person = await signedIn(await product.person());
    const { id: _, ...plain } = kind === "goal" ? goal() : sub;
    const ofKind = {
      category: (id: Id) => ({ ...category({ id }), kind: "category" }),
      goal: (id: Id) => ({ ...plain, id, kind, milestones: [], targetAmount: 500, currentAmount: 0 }),
      account: (id: Id) => ({ ...ACCOUNT, id, kind, accountKind: ACCOUNT.kind, points: [] }),
      subscription: (id: Id) => ({ ...plain, id, kind, categoryId: null, amount: 5 }),
    }[kind];
    const items = Array.from({ length: count }, (_, index) => ofKind(index + 1));
    const answers = [];
    for (let at = 0; at < count; at += 1_500) {
      const part = items.slice(at, at + 1_500);
      answers.push(await person.post("/api/restore", { batch: "restored-1", version: 1, items: part }));
    }
    return { person, answers };
  };

  test.each(KINDS)("accepts up to ten times a ceiling: %s", async (kind, path, _body, name) => {
    const most = CEILINGS[kind] * 10;
    const { person, answers } = await restore(kind, most + 1);
    const message = `A restore accepts at most ${most.toLocaleString("en-US")} ${name}. Remove or combine some in the file, then restore it into an empty budget.`;
    expect(answers.at(-1)).toMatchObject({ status: 409, body: { message } });
    expect(Object((await person.get(path)).body).length).toBeLessThanOrEqual(most);
  });

  test("accepts as many settlements as a balance reads", async () => {
    const person = await signedIn(await product.person());
    const member = await product.person();
    await person.post("/api/share-budget", { email: member.email, permissionType: "member" });
    await member.asOwner(person.id).get("/api/ledger");
    const people = [person, member].map(({ id, email }) => ({ id, email }));
    const restore = (first: Id, last: Id) => {
      const items = Array.from({ length: last - first + 1 }, (_, index) => {
        const paid = { from: member.id, to: person.id, amount: 1, date: "2026-11-01" };
        return { kind: "settlement", id: first + index, ...paid };
      });
      return person.post("/api/restore", { batch: "settlements-1", version: 1, people, items });
    };
    for (let first = 1; first < MOST_SETTLEMENTS; first += 1_250)
      expect((await restore(first, first + 1_249)).status).toBe(200);
    const message =
      "A restore accepts at most 5,000 settlements. Remove or combine some in the file, then restore it into an empty budget.";
    const refused = await restore(MOST_SETTLEMENTS - 9, MOST_SETTLEMENTS + 1);
    expect(refused).toMatchObject({ status: 409, body: { message } });
    expect((await restore(1, 5)).status).toBe(200);
    expect(await product.store.settlements.list(person.id)).toHaveLength(MOST_SETTLEMENTS);
  });

  test("refuses items created in the future", async () => {
    const person = await signedIn(await product.person());
    const createdAt = Date.parse("3000-01-01");
    const entered = {
      id: 5,
      description: "A",
      amount: 5,
      date: "2026-11-01",
      type: "expense",
      categoryId: 1,
    };
    const items = [
      { ...category({ id: 1 }), kind: "category" },
      { kind: "transaction", ...entered, notes: null, createdAt },
    ];
    const part = { batch: "restored-1", version: 1, items };
    const message = "This is in the future";
    expect(await person.post("/api/restore", part)).toMatchObject({ status: 400, body: { message } });
    expect((await person.get("/api/categories")).body).toEqual([]);
  });
});
