import { snapshotReply } from "@coffer/contract/activity";
import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { versionTag } from "@coffer/domain/activity/version-tag";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { CATEGORY, GOAL, MILESTONE, subscriptionOf, transactionOf } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

type Edit = {
  kind: "transaction" | "category" | "plan" | "goal" | "milestone" | "subscription";
  method: "PUT" | "POST";
  path: string;
  first: object;
  second: object;
};

/** Adds a thing to a budget with a category. `first` and `second` are two changes of it. */
const EDITS: [string, (person: Visitor, food: number) => Promise<Edit>][] = [
  [
    "a transaction",
    async (person, food) => {
      const body = transactionOf(food);
      const { id } = Object((await person.post("/api/transactions", body)).body);
      const path = `/api/transactions/${id}`;
      return {
        kind: "transaction",
        method: "PUT",
        path,
        first: { ...body, amount: 7 },
        second: { ...body, notes: "x" },
      };
    },
  ],
  [
    "a category",
    async (_, food) => ({
      kind: "category",
      method: "PUT",
      path: `/api/categories/${food}`,
      first: { ...CATEGORY, name: "Eating" },
      second: { ...CATEGORY, color: "red" },
    }),
  ],
  [
    "a planned amount",
    async (_, food) => {
      const plan = { categoryId: food, month: 11, year: 2026 };
      return {
        kind: "plan",
        method: "POST",
        path: "/api/budgets",
        first: { ...plan, projected: 8 },
        second: { ...plan, projected: 9 },
      };
    },
  ],
  [
    "a goal",
    async (person) => {
      const { id } = Object((await person.post("/api/financial-goals", GOAL)).body);
      const path = `/api/financial-goals/${id}`;
      return {
        kind: "goal",
        method: "PUT",
        path,
        first: { ...GOAL, name: "A" },
        second: { ...GOAL, name: "B" },
      };
    },
  ],
  [
    "a milestone",
    async (person) => {
      const { id } = Object((await person.post("/api/financial-goals", GOAL)).body);
      const added = await person.post(`/api/financial-goals/${id}/milestones`, MILESTONE);
      const path = `/api/financial-goals/${id}/milestones/${Object(added.body).id}`;
      return {
        kind: "milestone",
        method: "PUT",
        path,
        first: { ...MILESTONE, name: "A" },
        second: { ...MILESTONE, name: "B" },
      };
    },
  ],
  [
    "a subscription",
    async (person, food) => {
      const body = subscriptionOf(food);
      const { id } = Object((await person.post("/api/subscriptions", body)).body);
      const path = `/api/subscriptions/${id}`;
      return {
        kind: "subscription",
        method: "PUT",
        path,
        first: { ...body, amount: 7 },
        second: { ...body, name: "B" },
      };
    },
  ],
];

/** Parses a reply as the web app does: amounts in cents. */
const shown = (kind: Edit["kind"], reply: unknown) => v.parse(snapshotReply(kind), reply);

test.each(EDITS)(
  "editing %s that was changed concurrently is refused with its current state",
  async (_what, add) => {
    const person = await product.person();
    const food = Object((await person.post("/api/categories", CATEGORY)).body).id;
    const { kind, method, path, first, second } = await add(person, food);
    const opened = await person.send(method, path, first);
    const version = { "x-version": versionTag(SNAPSHOTS[kind], shown(kind, opened.body)) };
    const theirs = await person.send(method, path, second, version);
    expect([200, 201]).toContain(theirs.status);
    const refused = await person.send(method, path, first, version);
    expect(refused).toMatchObject({ status: 409, body: { message: "You changed this meanwhile" } });
    const { current } = Object(refused.body);
    expect(versionTag(SNAPSHOTS[kind], shown(kind, current))).toBe(
      versionTag(SNAPSHOTS[kind], shown(kind, theirs.body)),
    );
    // Without a version, as in the specification, the last write wins.
    expect([200, 201]).toContain((await person.send(method, path, first)).status);
  },
);
