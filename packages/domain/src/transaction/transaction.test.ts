import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { flowIn } from "./flow-in.ts";
import { netAmount, newestFirst, PAGE_SIZE, pageOf, signedAmount } from "./transaction.ts";

test.each([
  ["an expense", { type: "expense" }, 100, -100],
  ["a refund", { type: "expense", refund: true }, -100, 100],
  ["income", { type: "income" }, 100, 100],
] as const)("%s has a net and a signed amount", (_what, given, net, signed) => {
  const moved = transaction({ id: 1, amount: cents(100), ...given });
  expect([netAmount(moved), signedAmount(moved)]).toEqual([net, signed]);
});

test.each([
  ["an expense", { type: "expense" }, { type: "expense" }, undefined],
  ["a refund", { type: "expense", refund: true }, { type: "expense", refund: true }, { type: "income" }],
  ["income", { type: "income" }, { type: "expense", refund: true }, { type: "income" }],
] as const)("%s keeps its direction in every category that accepts it", (_what, moved, spent, earned) => {
  expect(flowIn(moved, { type: "expense" })).toEqual(spent);
  expect(flowIn(moved, { type: "income" })).toEqual(earned);
});

test("sorts by date, then by creation, newest first", () => {
  const list = [
    transaction({ id: 1, date: day("2026-11-02"), createdAt: 5 }),
    transaction({ id: 2, date: day("2026-11-03"), createdAt: 1 }),
    transaction({ id: 3, date: day("2026-11-02"), createdAt: 6 }),
    transaction({ id: 4, date: day("2026-11-02"), createdAt: 6 }),
  ];
  expect(list.sort(newestFirst).map(({ id }) => id)).toEqual([2, 4, 3, 1]);
});

describe("pages of ten", () => {
  const list = Array.from({ length: 25 }, (_, n) => n);

  test.each([
    [1, { page: 1, pages: 3, from: 1, to: 10, total: 25 }],
    [3, { page: 3, pages: 3, from: 21, to: 25, total: 25 }],
    [9, { page: 3, pages: 3, from: 21, to: 25, total: 25 }],
    [0, { page: 1, pages: 3, from: 1, to: 10, total: 25 }],
    [Number.NaN, { page: 1, pages: 3, from: 1, to: 10, total: 25 }],
  ])("hold page %d", (page, expected) => expect(pageOf(list, page)).toMatchObject(expected));

  test("are one empty page for an empty list", () => {
    expect(pageOf([], 1)).toEqual({ rows: [], page: 1, pages: 1, from: 0, to: 0, total: 0 });
  });

  test("contain the whole list", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (any) => {
        const { pages } = pageOf(any, 1);
        const rows = Array.from({ length: pages }, (_, n) => pageOf(any, n + 1).rows);
        expect(rows.flat()).toEqual(any);
        for (const page of rows.slice(0, -1)) expect(page).toHaveLength(PAGE_SIZE);
      }),
    );
  });
});
