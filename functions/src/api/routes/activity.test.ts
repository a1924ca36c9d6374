import { DAY_MS } from "@coffer/domain/time/day";
import { beforeAll, describe, expect, test } from "vitest";
import {
  CATEGORY,
  GOAL,
  MILESTONE,
  shareWith,
  subscriptionOf,
  transactionOf,
} from "../../../test/fixtures.ts";
import { type Answer, type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

const NOVEMBER = { month: 11, year: 2026 };

type Entry = { id: string; action: string; kind: string; label: string; undoneBy: string | null } & Record<
  "before" | "after",
  Record<string, unknown> | null
>;

/** A budget with a category. */
async function household() {
  const person = await product.person();
  const food = Object((await person.post("/api/categories", CATEGORY)).body).id;
  const entries = async (query = "") => (await person.get(`/api/activity${query}`)).body as Entry[];
  const newest = async () => {
    const [entry] = await entries("?limit=1");
    if (!entry) throw new Error("nothing has happened");
    return entry;
  };
  const undo = (id: string, as: Visitor = person) => as.post(`/api/activity/${id}/undo`);
  const undoNewest = async () => {
    const answer = await undo((await newest()).id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as Entry;
  };
  /** Everything that the budget's screens show. */
  const view = async () => {
    const goals = Object((await person.get("/api/financial-goals")).body) as { id: number }[];
    return {
      categories: (await person.get("/api/categories")).body,
      transactions: (await person.get("/api/transactions/search?sort=date")).body,
      budgets: (await person.get("/api/budgets?month=11&year=2026")).body,
      subscriptions: (await person.get("/api/subscriptions")).body,
      goals,
      milestones: await Promise.all(
        goals.map(async ({ id }) => (await person.get(`/api/financial-goals/${id}/milestones`)).body),
      ),
    };
  };
  return { person, food, entries, newest, undo, undoNewest, view };
}
const idOf = (answer: { body: unknown }): number => Object(answer.body).id;
type Household = Awaited<ReturnType<typeof household>>;

type Lived = Household & Awaited<ReturnType<typeof livedIn>>;
/** Fills a household with something of every kind. */
async function livedIn({ person, food }: Household) {
  const make = async (path: string, body: object): Promise<number> => idOf(await person.post(path, body));
  const [other, spare] = [await make("/api/categories", CATEGORY), await make("/api/categories", CATEGORY)];
  const ids = [
    await make("/api/transactions", transactionOf(food)),
    await make("/api/transactions", transactionOf(food)),
  ];
  await person.post("/api/budgets", { categoryId: food, ...NOVEMBER, projected: 80 });
  const goal = await make("/api/financial-goals", GOAL);
  const milestone = await make(`/api/financial-goals/${goal}/milestones`, MILESTONE);
  const { body } = await person.post("/api/subscriptions", subscriptionOf(food));
  const { id: subscription, nextPaymentDate: dueDate } = Object(body);
  return { other, spare, transactions: ids.map((id) => ({ id })), goal, milestone, subscription, dueDate };
}

/** Everything that can be done in a budget. */
const CHANGES: [what: string, change: (given: Lived) => Promise<Answer>][] = [
  ["recording a transaction", ({ person, food }) => person.post("/api/transactions", transactionOf(food))],
  [
    "changing a transaction",
    ({ person, food, transactions: [one] }) =>
      person.put(`/api/transactions/${one?.id}`, { ...transactionOf(food), amount: 7, refund: true }),
  ],
  [
    "deleting a transaction",
    ({ person, transactions: [one] }) => person.delete(`/api/transactions/${one?.id}`),
  ],
  [
    "deleting transactions together",
    ({ person, transactions }) => person.post("/api/transactions/delete", { transactions }),
  ],
  [
    "moving transactions together",
    ({ person, transactions, other }) =>
      person.post("/api/transactions/move", { transactions, categoryId: other }),
  ],
  [
    "creating a category with its plan",
    ({ person }) =>
      person.post("/api/categories", { ...CATEGORY, projected: 80, ...NOVEMBER, group: "Daily" }),
  ],
  [
    "changing a category",
    ({ person, spare }) =>
      person.put(`/api/categories/${spare}`, { ...CATEGORY, name: "Eating", type: "income" }),
  ],
  ["deleting a category with all it has", ({ person, food }) => person.delete(`/api/categories/${food}`)],
  [
    "moving all a category has to another",
    ({ person, food, other }) => person.delete(`/api/categories/${food}?moveTo=${other}`),
  ],
  [
    "putting categories in order",
    ({ person, food, other }) =>
      person.put("/api/categories/order", [
        { id: other, group: "Daily", archived: false },
        { id: food, group: null, archived: true },
      ]),
  ],
  [
    "planning an amount",
    ({ person, other }) => person.post("/api/budgets", { categoryId: other, ...NOVEMBER, projected: 80 }),
  ],
  [
    "changing a planned amount",
    ({ person, food }) => person.put(`/api/budgets/2026-11-${food}`, { projected: 90 }),
  ],
  [
    "planning a month",
    ({ person, other, spare }) => {
      const plans = [other, spare].map((categoryId) => ({ categoryId, projected: 80 }));
      return person.post("/api/budgets/plan-month", { ...NOVEMBER, plans });
    },
  ],
  [
    "moving a plan to another category",
    ({ person, food, other }) => {
      const plans = [
        { categoryId: food, expected: 80, projected: 55 },
        { categoryId: other, expected: 0, projected: 25 },
      ];
      return person.post("/api/budgets/rebalance", { ...NOVEMBER, plans });
    },
  ],
  ["resetting actuals", ({ person }) => person.post("/api/budgets/reset-month", NOVEMBER)],
  ["adding a goal", ({ person }) => person.post("/api/financial-goals", GOAL)],
  [
    "contributing to a goal",
    ({ person, goal }) => person.post(`/api/financial-goals/${goal}/contributions`, { amount: 5 }),
  ],
  [
    "completing a goal",
    ({ person, goal }) => person.put(`/api/financial-goals/${goal}/status`, { status: "completed" }),
  ],
  [
    "deleting a goal with its milestones",
    ({ person, goal }) => person.delete(`/api/financial-goals/${goal}`),
  ],
  [
    "adding a milestone",
    ({ person, goal }) => person.post(`/api/financial-goals/${goal}/milestones`, MILESTONE),
  ],
  [
    "deleting a milestone",
    ({ person, goal, milestone }) => person.delete(`/api/financial-goals/${goal}/milestones/${milestone}`),
  ],
  ["adding a subscription", ({ person, food }) => person.post("/api/subscriptions", subscriptionOf(food))],
  [
    "marking a payment as paid",
    ({ person, subscription, dueDate }) => person.post(`/api/subscriptions/${subscription}/pay`, { dueDate }),
  ],
  [
    "skipping a payment",
    ({ person, subscription, dueDate }) =>
      person.post(`/api/subscriptions/${subscription}/skip`, { dueDate }),
  ],
  [
    "importing a file",
    async ({ person, food }) => {
      const [first, last] = [1, 2].map((amount) => ({
        batch: "november-1",
        source: "bank.csv",
        rows: [{ ...transactionOf(food), amount, notes: null }],
      }));
      await person.post("/api/imports", first);
      return person.post("/api/imports", last);
    },
  ],
  [
    "deleting a subscription",
    ({ person, subscription }) => person.delete(`/api/subscriptions/${subscription}`),
  ],
];

describe("undoing", () => {
  describe("in one household", () => {
    let given: Lived;
    let before: Awaited<ReturnType<Household["view"]>>;
    /** The newest entry's id. */
    let newest: string;
    beforeAll(async () => {
      const made = await household();
      given = { ...made, ...(await livedIn(made)) };
      before = await given.view();
      newest = (await given.newest()).id;
    });

    test.each(CHANGES)("%s restores the state before", async (_what, change) => {
      const answer = await change(given);
      const after = await given.view();
      expect(after).not.toEqual(before);
      const made = await given.entries(`?after=${newest}`);
      expect(made.map(({ id }) => id)).toEqual([answer.headers.get("x-activity-id")]);
      newest = made[0]?.id ?? "";
      for (const shown of [before, after, before]) {
        const { status, body } = await given.undo(newest);
        expect(status, JSON.stringify(body)).toBe(200);
        newest = Object(body).id;
        expect(await given.view()).toEqual(shown);
      }
    });
  });

  test("by two people at once succeeds once", async () => {
    const { person, food, newest, undo, entries } = await household();
    await person.post("/api/transactions", transactionOf(food));
    const { id } = await newest();
    const answers = await Promise.all([undo(id), undo(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [made, undone] = await entries();
    expect([made?.action, undone?.undoneBy]).toEqual(["undone", made?.id]);
  });

  test("of something that was changed since is refused with its current state", async () => {
    const { person, food, newest, undo } = await household();
    const id = idOf(await person.post("/api/transactions", transactionOf(food)));
    const { id: created } = await newest();
    await person.put(`/api/transactions/${id}`, { ...transactionOf(food), amount: 99 });
    const { id: changed } = await newest();
    const message = "This was changed since, so it cannot simply be undone";
    expect(await undo(created)).toMatchObject({
      status: 409,
      body: { message, current: { id, amount: 99 } },
    });
    await person.delete(`/api/transactions/${id}`);
    expect(await undo(changed)).toMatchObject({ status: 409, body: { message, current: null } });
  });

  test.each([
    [
      "a transaction",
      async ({ person, food }: Household) => {
        const id = idOf(await person.post("/api/transactions", transactionOf(food)));
        return (amount: number) => person.put(`/api/transactions/${id}`, { ...transactionOf(food), amount });
      },
    ],
    [
      "a plan",
      async ({ person, food }: Household) =>
        (projected: number) =>
          person.post("/api/budgets", { categoryId: food, ...NOVEMBER, projected }),
    ],
    [
      "a goal",
      async ({ person }: Household) => {
        const id = idOf(await person.post("/api/financial-goals", GOAL));
        return (currentAmount: number) =>
          person.put(`/api/financial-goals/${id}`, { ...GOAL, currentAmount });
      },
    ],
    [
      "a subscription",
      async ({ person, food }: Household) => {
        const id = idOf(await person.post("/api/subscriptions", subscriptionOf(food)));
        return (amount: number) =>
          person.put(`/api/subscriptions/${id}`, { ...subscriptionOf(food), amount });
      },
    ],
    [
      "a month's reset",
      async ({ person }: Household) =>
        () => {
          product.pass(1);
          return person.post("/api/budgets/reset-month", NOVEMBER);
        },
    ],
  ])("of %s can overwrite a later change", async (_what, prepare) => {
    const given = await household();
    const save = await prepare(given);
    await save(41);
    const before = await given.view();
    await save(42);
    const { id } = await given.newest();
    await save(43);
    const theirs = await given.view();
    expect((await given.undo(id)).status).toBe(409);
    expect((await given.person.post(`/api/activity/${id}/undo?overwrite=true`)).status).toBe(200);
    expect(await given.view()).toEqual(before);
    await given.undoNewest();
    expect(await given.view()).toEqual(theirs);
  });

  test("of a subscription's change restores no due date that was paid since", async () => {
    const { person, food, newest } = await household();
    const { body } = await person.post("/api/subscriptions", subscriptionOf(food));
    const { id, nextPaymentDate: dueDate } = Object(body);
    await person.put(`/api/subscriptions/${id}`, { ...subscriptionOf(food), amount: 42 });
    const { id: changed } = await newest();
    await person.post(`/api/subscriptions/${id}/pay`, { dueDate });
    expect((await person.post(`/api/activity/${changed}/undo?overwrite=true`)).status).toBe(409);
  });

  test("of a category's creation is refused once it has transactions", async () => {
    const { person, food, newest, undo } = await household();
    const { id } = await newest();
    await person.post("/api/transactions", transactionOf(food));
    expect(await undo(id)).toMatchObject({ status: 409, body: { current: { id: food } } });
  });

  test("of an import refuses its later portions", async () => {
    const { person, food, newest, undo } = await household();
    const send = (amount: number) => {
      const rows = [{ ...transactionOf(food), amount, notes: null }];
      return person.post("/api/imports", { batch: "late-batch", source: "bank.csv", rows });
    };
    await send(1);
    const { id } = await newest();
    await undo(id);
    const late = await send(2);
    expect(late).toMatchObject({ status: 409, body: { message: expect.stringContaining("was undone") } });
    await undo((await newest()).id);
    expect(await send(2)).toMatchObject({ body: { added: 1 } });
  });

  test("of an import lets its rows be imported again once it is final", async () => {
    const { person, food, newest, undo, entries } = await household();
    const rows = [{ ...transactionOf(food), notes: null }];
    const bring = (batch: string) => person.post("/api/imports", { batch, source: "bank.csv", rows });
    await bring("first-batch");
    const { id, label, after } = await newest();
    expect([label, after]).toMatchObject(["bank.csv", { added: 1 }]);
    await undo(id);
    product.pass(30 * DAY_MS + 1);
    await product.core.categories.cleanUp(product.clock());
    await person.post("/api/login", { email: person.email, password: person.password });
    expect((await bring("second-batch")).body).toMatchObject({ added: 1, already: 0 });
    expect(await entries()).toHaveLength(4);
    expect(Object((await person.get("/api/transactions/search")).body).total.count).toBe(1);
  });

  test("ends after thirty days", async () => {
    const { person, food, newest, undo } = await household();
    await person.post("/api/transactions", transactionOf(food));
    const { id } = await newest();
    product.pass(30 * DAY_MS + 1);
    const { email, password } = person;
    await person.post("/api/login", { email, password });
    expect((await undo(id)).status).toBe(409);
  });

  test("requires the right to change the thing", async () => {
    const { person, food, newest, undo } = await household();
    await person.post("/api/budgets", { categoryId: food, ...NOVEMBER, projected: 80 });
    const { id } = await newest();
    const answers: Record<string, number[]> = {};
    for (const permissionType of ["view_only", "edit_transactions", "edit_categories"]) {
      const partner = await product.person();
      await person.post("/api/share-budget", { ...shareWith(partner.email), permissionType });
      const guest = partner.asOwner(person.id);
      answers[permissionType] = [(await guest.get("/api/activity")).status, (await undo(id, guest)).status];
    }
    expect(answers).toEqual({
      view_only: [200, 403],
      edit_transactions: [200, 403],
      edit_categories: [200, 200],
    });
  });

  test("of an entry of another budget is 404", async () => {
    const [mine, theirs] = [await household(), await household()];
    expect((await mine.undo((await theirs.newest()).id)).status).toBe(404);
    expect((await mine.undo("1")).status).toBe(404);
  });
});

describe("the activity of a budget", () => {
  test("lists who changed what, newest first", async () => {
    const { person, food, entries } = await household();
    await person.post("/api/transactions", { ...transactionOf(food), description: "Milk", amount: 2.5 });
    const [milk, category] = await entries();
    expect(milk).toMatchObject({
      at: product.clock(),
      by: { id: person.id, firstName: expect.any(String), lastName: expect.any(String) },
      action: "created",
      kind: "transaction",
      label: "Milk",
      before: null,
      after: { description: "Milk", amount: 2.5, categoryId: food },
      undoneBy: null,
    });
    expect(category).toMatchObject({ kind: "category", entityId: food, label: CATEGORY.name });
    expect(await entries(`?before=${milk?.id}&limit=1`)).toEqual([category]);
    expect(await entries(`?after=${category?.id}`)).toEqual([milk]);
    expect(await entries(`?after=${milk?.id}`)).toEqual([]);
  });

  test("shows shares to the owner only", async () => {
    const { person, entries } = await household();
    const partner = await product.person();
    await person.post("/api/share-budget", shareWith(partner.email));
    await person.post("/api/share-budget", {
      ...shareWith("eve@example.com"),
      permissionType: "full_access",
    });
    const shares = Object((await person.get("/api/shared-users")).body) as { id: number }[];
    for (const { id } of shares) await person.delete(`/api/shared-users/${id}`);
    await person.post("/api/share-budget", shareWith(partner.email));
    await person.post("/api/categories", CATEGORY);
    const guest = partner.asOwner(person.id);
    expect((await guest.get("/api/activity?limit=5")).body).toMatchObject([{ kind: "category" }]);
    const told = (await entries()).filter(({ kind }) => kind === "share");
    expect(told.map(({ action, label }) => [action, label]).reverse()).toEqual([
      ["created", partner.email],
      ["created", "eve@example.com"],
      ["deleted", partner.email],
      ["deleted", "eve@example.com"],
      ["created", partner.email],
      // Opening the budget has accepted it.
      ["changed", partner.email],
    ]);
    expect((await guest.delete(`/api/shared-with-me/${person.id}`)).status).toBe(204);
    expect((await entries("?limit=1"))[0]).toMatchObject({ action: "deleted", by: { id: partner.id } });
  });

  test("is filtered by person and kind", async () => {
    const { person, food, entries } = await household();
    const partner = await product.person({ firstName: "Ben" });
    await person.post("/api/share-budget", { ...shareWith(partner.email), permissionType: "full_access" });
    const guest = partner.asOwner(person.id);
    for (const amount of [1, 2, 3]) {
      await guest.post("/api/transactions", { ...transactionOf(food), description: `${amount}`, amount });
      await person.post("/api/transactions", transactionOf(food));
    }
    await guest.post("/api/financial-goals", GOAL);
    const first = await person.get(`/api/activity?by=${partner.id}&kind=transaction&limit=2`);
    expect(first.body).toMatchObject([{ label: "3" }, { label: "2" }]);
    const next = first.headers.get("x-next-cursor");
    const rest = await person.get(`/api/activity?by=${partner.id}&kind=transaction&limit=2&before=${next}`);
    expect(rest.body).toMatchObject([{ label: "1", by: { id: partner.id, firstName: "Ben" } }]);
    expect(rest.headers.get("x-next-cursor")).toBeNull();
    expect(await entries("?by=job")).toEqual([]);
    expect(await entries(`?by=${partner.id}&kind=goal`)).toHaveLength(1);
  });

  test("lists its people, and shows those who left as former members", async () => {
    const { person, food, entries } = await household();
    const [ben, reader] = [
      await product.person({ firstName: "Ben" }),
      await product.person({ firstName: "Rita" }),
    ];
    await person.post("/api/share-budget", { ...shareWith(ben.email), permissionType: "full_access" });
    await person.post("/api/share-budget", shareWith(reader.email));
    const people = async (as: Visitor) =>
      ((await as.get("/api/people")).body as { firstName: string }[]).map(({ firstName }) => firstName);
    const [owner = ""] = await people(person);
    // Nobody has opened it yet.
    expect(await people(person)).toEqual([owner]);
    const [asBen, asReader] = [ben.asOwner(person.id), reader.asOwner(person.id)];
    await asBen.post("/api/transactions", transactionOf(food));
    expect(await people(asReader)).toEqual([owner, "Ben", "Rita"]);
    expect(await people(person)).toEqual([owner, "Ben", "Rita"]);
    // Only members see guests who may only read.
    expect(await people(asBen)).toEqual([owner, "Ben"]);
    await ben.delete(`/api/shared-with-me/${person.id}`);
    expect(await people(person)).toEqual([owner, "Rita"]);
    expect(await entries("?kind=transaction")).toMatchObject([
      { kind: "transaction", by: { id: ben.id, firstName: "Former member" } },
    ]);
  });

  test("has one entry for a request repeated under its Idempotency-Key", async () => {
    const { person, food, entries } = await household();
    const key = { "idempotency-key": "again-and-again" };
    const sent = [1, 2].map(() => person.send("POST", "/api/transactions", transactionOf(food), key));
    const [first, second] = await Promise.all(sent);
    expect(second?.body).toEqual(first?.body);
    expect(second?.headers.get("x-activity-id")).toBe(first?.headers.get("x-activity-id"));
    expect(await entries()).toHaveLength(2);
  });

  test.each(["before=1", "limit=0", "limit=101"])("with %s is 400", async (query) => {
    const { person } = await household();
    expect((await person.get(`/api/activity?${query}`)).status).toBe(400);
  });
});
