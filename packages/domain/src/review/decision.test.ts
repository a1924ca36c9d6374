import { expect, test } from "vitest";
import { category, day, goal, subscription, transaction } from "../../../test/fixtures.ts";
import { categoriesOf, decisionOf, type Known, type Proposed, questionOf } from "./decision.ts";

const FOOD = 1;
const PAY = 2;
const HOLIDAY = 3;

const known: Known = {
  categories: [category({ id: FOOD }), category({ id: PAY, type: "income" }), category({ id: HOLIDAY })],
  goals: [
    goal({ id: 10, categoryId: HOLIDAY }),
    goal({ id: 11, categoryId: HOLIDAY }),
    goal({ id: 12, categoryId: FOOD }),
  ],
  subscriptions: [subscription({ id: 20, name: "Netflix", categoryId: FOOD })],
  transactions: [transaction({ id: 30, categoryId: FOOD })],
  rows: [],
};

const row = (part: Partial<Proposed> = {}): Proposed => ({
  id: 100,
  date: day("2026-11-20"),
  description: "MARKET 12",
  type: "expense",
  proposed: null,
  match: null,
  transferOf: null,
  ...part,
});

const byRule = { categoryId: FOOD, goalId: null, by: "rule" as const };

test("accepts a rule's category with certainty", () => {
  expect(decisionOf(row({ proposed: byRule }), {}, known)).toEqual({
    does: "accept",
    row: { id: 100, categoryId: FOOD },
    isCertain: true,
  });
  const guess = { ...byRule, by: "history" as const };
  expect(decisionOf(row({ proposed: guess }), {}, known)).toMatchObject({ isCertain: false });
});

test("asks for a category without a proposal", () => {
  const ask = { does: "ask", what: "category" };
  expect(decisionOf(row(), {}, known)).toEqual(ask);
  expect(decisionOf(row({ proposed: { ...byRule, categoryId: 99 } }), {}, known)).toEqual(ask);
});

test("asks for the goal if a category has several", () => {
  expect(decisionOf(row(), { categoryId: HOLIDAY }, known)).toEqual({ does: "ask", what: "goal" });
  expect(decisionOf(row(), { categoryId: HOLIDAY, goalId: 11 }, known)).toMatchObject({
    row: { categoryId: HOLIDAY, goalId: 11 },
    isCertain: true,
  });
  expect(decisionOf(row(), { categoryId: HOLIDAY, goalId: null }, known)).toMatchObject({
    row: { goalId: null },
  });
});

test("drops the goal of a proposal with another category", () => {
  const proposed = { categoryId: HOLIDAY, goalId: 10, by: "rule" as const };
  expect(decisionOf(row({ proposed }), { categoryId: FOOD }, known)).toEqual({
    does: "accept",
    row: { id: 100, categoryId: FOOD },
    isCertain: true,
  });
});

test("offers categories of the row's own type first", () => {
  const offered = (given: Partial<Proposed>) =>
    categoriesOf(row(given), known.categories).map(({ id }) => id);
  expect(offered({})).toEqual([FOOD, HOLIDAY]);
  expect(offered({ refund: true })).toEqual([FOOD, HOLIDAY, PAY]);
  expect(offered({ type: "income" })).toEqual([PAY, FOOD, HOLIDAY]);
});

test("pays a due subscription unless the person rejects it", () => {
  const due = row({ match: { state: "due", transactionId: null, subscriptionId: 20 }, proposed: byRule });
  expect(decisionOf(due, {}, known)).toEqual({
    does: "accept",
    row: { id: 100, categoryId: FOOD, pays: 20, dueDate: known.subscriptions[0]?.nextPaymentDate },
    isCertain: false,
  });
  expect(decisionOf(due, { isNew: true }, known)).toEqual({
    does: "accept",
    row: { id: 100, categoryId: FOOD },
    isCertain: true,
  });
});

test("ties a row to the proposed transaction", () => {
  const like = row({ match: { state: "like", transactionId: 30, subscriptionId: null } });
  expect(decisionOf(like, {}, known)).toEqual({
    does: "accept",
    row: { id: 100, categoryId: FOOD, tiesTo: 30 },
    isCertain: false,
  });
});

test("pairs the halves of a transfer unless a category is chosen", () => {
  const half = row({ transferOf: 101 });
  expect(decisionOf(half, {}, known)).toEqual({
    does: "transfer",
    pair: { ids: [100, 101] },
    isCertain: false,
  });
  expect(decisionOf(half, { categoryId: FOOD }, known)).toMatchObject({ does: "accept" });
});

test.each<[string, Partial<Proposed>, "cash" | "own" | undefined]>([
  ["ATM CASH WITHDRAWAL 8841", {}, "cash"],
  ["Geldautomat Berlin", {}, "cash"],
  ["RETRAIT DAB PARIS", {}, "cash"],
  ["ATM fee back", { type: "income" }, undefined],
  ["Treatment", {}, undefined],
  ["CREDIT CARD PAYMENT", {}, "own"],
  ["PAYMENT RECEIVED - THANK YOU", { type: "income" }, "own"],
  ["Kontoübertrag, Umbuchung", {}, "own"],
  ["ATM CASH WITHDRAWAL 8841", { proposed: byRule }, undefined],
])("asks whether %s is a transfer: %#", (description, given, about) => {
  const one = row({ description, ...given });
  expect(questionOf(one, {}, known)?.about).toBe(about);
  expect(questionOf(one, { isNew: true }, known)).toBeUndefined();
  const moved = { does: "transfer", pair: { ids: [100] }, isCertain: false };
  if (about) expect(decisionOf(one, {}, known)).toEqual(moved);
});
