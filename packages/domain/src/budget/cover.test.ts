import fc from "fast-check";
import { expect, test } from "vitest";
import { budget, category, day, month, subscription } from "../../../test/fixtures.ts";
import { cents, sum } from "../money/money.ts";
import { carryThrough } from "./carry.ts";
import { coverFor, drawOn } from "./cover.ts";
import { forecast } from "./forecast.ts";

const categories = [
  category({ id: 1 }),
  category({ id: 2 }),
  category({ id: 3 }),
  category({ id: 4, archived: true }),
  category({ id: 5, type: "income" }),
];
const november = month("2026-11");
const carried = (...budgets: ReturnType<typeof budget>[]) =>
  carryThrough(categories, [{ month: november, budgets }])[0]?.budgets ?? [];
const facts = (...budgets: ReturnType<typeof budget>[]) => ({
  month: november,
  categories,
  budgets: carried(...budgets),
  subscriptions: [],
  forecasts: [],
});

test("offers money left to plan first, then expense categories by their free money", () => {
  const { shortfall, offers } = coverFor(
    1,
    facts(budget(1, 100, 160), budget(2, 50, 20), budget(3, 90, 10), budget(4, 500, 0), budget(5, 900, 0)),
  );
  expect(shortfall).toBe(60);
  expect(offers.map(({ category, left, free }) => [category?.id, left, free])).toEqual([
    [undefined, 160, 160],
    [3, 80, 80],
    [2, 30, 30],
  ]);
});

test("takes money set aside for a dated bill last", () => {
  const own = [
    category({ id: 1 }),
    category({ id: 2, carry: "all" }),
    category({ id: 3 }),
    category({ id: 4, carry: "none" }),
  ];
  const insurance = subscription({
    categoryId: 2,
    amount: cents(100),
    frequency: "annually",
    startDate: day("2026-03-10"),
    nextPaymentDate: day("2027-03-10"),
  });
  const budgets = [budget(1, 100, 160), budget(2, 72, 0), budget(3, 50, 20), budget(4, 30, 10)];
  const all = carryThrough(own, [{ month: november, budgets }])[0]?.budgets ?? [];
  const { offers } = coverFor(1, { ...facts(), categories: own, budgets: all, subscriptions: [insurance] });
  expect(offers.map(({ category, left, free, setAside }) => [category?.id, left, free, setAside])).toEqual([
    [3, 30, 30, 0],
    [4, 20, 20, 0],
    [2, 72, 0, 72],
  ]);
  const drawn = (shortfall: number) =>
    drawOn(cents(shortfall), offers).map(({ offer, amount }) => [offer.category?.id, amount]);
  expect(drawn(50)).toEqual([
    [3, 30],
    [4, 20],
  ]);
  expect(drawn(60)).toEqual([
    [3, 30],
    [4, 20],
    [2, 10],
  ]);
});

test("offers nothing if no money is left", () => {
  expect(coverFor(1, facts(budget(1, 100, 40), budget(2, 50, 50)))).toEqual({ shortfall: 0, offers: [] });
});

test("subtracts the larger of due and forecast from the free money", () => {
  const due = subscription({ categoryId: 3, amount: cents(30), nextPaymentDate: day("2026-11-28") });
  const expecting = forecast({
    categoryId: 2,
    category: "Food",
    spent: cents(20),
    due: cents(0),
    budget: cents(50),
    past: [cents(90)],
    elapsed: 0.9,
  });
  const given = facts(budget(1, 100, 160), budget(2, 50, 20), budget(3, 90, 10));
  const { offers } = coverFor(1, { ...given, subscriptions: [due], forecasts: [expecting] });
  expect(offers.map(({ category, left, free }) => [category?.id, left, free])).toEqual([
    [3, 80, 50],
    [2, 30, 21],
  ]);
});

test("takes free money first and no more than the shortfall", () => {
  const offer = fc
    .record({ left: fc.nat(500), share: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ left, share }) => {
      const free = cents(Math.floor(left * share));
      return { category: null, left: cents(left), free, setAside: cents(Math.floor((left - free) * share)) };
    });
  fc.assert(
    fc.property(fc.nat(2_000), fc.array(offer, { maxLength: 6 }), (short, offers) => {
      const drawn = drawOn(cents(short), offers);
      const total = sum(drawn.map(({ amount }) => amount));
      expect(total).toBe(Math.min(short, sum(offers.map(({ left }) => left))));
      expect(drawn.every(({ offer, amount }) => amount > 0 && amount <= offer.left)).toBe(true);
      const enough = sum(offers.map(({ free }) => free)) >= short;
      if (enough) expect(drawn.every(({ offer, amount }) => amount <= offer.free)).toBe(true);
    }),
  );
});
