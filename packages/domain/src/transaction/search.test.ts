import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { SORTS } from "./definition.ts";
import {
  BY_SORT,
  findTransactions,
  matcher,
  pageAfter,
  parseSearchCursor,
  type SearchPlace,
  totalsOf,
  writeSearchCursor,
} from "./search.ts";
import type { Transaction } from "./transaction.ts";

describe("a search finds a transaction by", () => {
  const coffee = transaction({
    id: 1,
    description: "Café Zürich",
    notes: "with José",
    categoryId: 2,
    amount: cents(1_250_50),
    date: day("2026-11-05"),
    createdBy: 8,
  });
  const categories = [
    { id: 2, name: "Eating Out" },
    { id: 3, name: "Other" },
  ];

  test.each([
    ["nothing", {}, true],
    ["blank text", { text: "  " }, true],
    ["the description, ignoring accents and case", { text: "cafe zurich" }, true],
    ["accents the description has", { text: "CAFÉ" }, true],
    ["accents it does not have", { text: "Cåfe" }, true],
    ["the notes", { text: "jose" }, true],
    ["the category's name", { text: "eating" }, true],
    ["another category's name", { text: "other" }, false],
    ["unknown text", { text: "tea" }, false],
    ["its type", { type: "expense" }, true],
    ["the other type", { type: "income" }, false],
    ["its category", { categoryId: 2 }, true],
    ["another category", { categoryId: 3 }, false],
    ["several conditions, one of which fails", { text: "café", type: "expense", categoryId: 3 }, false],
    ["its amount", { amount: cents(1_250_50) }, true],
    ["another amount", { amount: cents(1_250_00) }, false],
    ["a range around its date", { from: day("2026-11-05"), to: day("2026-11-05") }, true],
    ["a range after it", { from: day("2026-11-06") }, false],
    ["a range before it", { to: day("2026-11-04") }, false],
    ["the person who entered it", { by: 8 }, true],
    ["somebody else", { by: 9 }, false],
    ["its amount as text", { text: "1,250.50" }, true],
    ["its amount with a comma and a symbol", { text: "€1250,5" }, true],
    ["its amount with a sign", { text: "-$1,250.50" }, true],
    ["its whole amount", { text: "1250" }, true],
    ["an amount with two readings", { text: "1.250" }, true],
    ["the start of its amount", { text: "12" }, false],
    ["other cents", { text: "1250.51" }, false],
    ["its date", { text: "2026-11-05" }, true],
    ["its month", { text: "2026-11" }, true],
    ["its date in words", { text: "Nov 5" }, true],
    ["its date in full words", { text: "5 November 2026" }, true],
    ["its month in words", { text: "november 2026" }, true],
    ["another date", { text: "Nov 6" }, false],
    ["only the name of its month", { text: "nov" }, false],
  ] as const)("%s", (_what, filters, expected) => {
    expect(matcher(filters, categories)(coffee)).toBe(expected);
  });

  const people = [
    { id: 8, firstName: "Ben", lastName: "Okafor" },
    { id: 9, firstName: "Ana", lastName: "Ruiz" },
  ];
  test.each([
    ["ben", true],
    ["BEN OKAFOR", true],
    ["ana", false],
  ])("the name of the person who entered it, in a shared budget: %s", (text, expected) => {
    expect(matcher({ text }, categories, people)(coffee)).toBe(expected);
    expect(matcher({ text }, categories, people.slice(0, 1))(coffee)).toBe(false);
  });

  test("its category's name only if categories are given", () => {
    expect(matcher({ text: "eating" })(coffee)).toBe(false);
  });
});

describe("a split", () => {
  const line = (id: number, amount: number, categoryId: number) =>
    transaction({ id, description: "Market", amount: cents(amount), categoryId, paymentId: 90 });
  const split = [line(1, 30_00, 2), line(2, 15_60, 3)];
  const other = transaction({ id: 3, description: "Shoes", amount: cents(40_00) });
  const all = [...split, other];
  const ids = (rows: readonly Transaction[]) => rows.map(({ id }) => id);

  test.each([
    ["its total", { text: "45.60" }, [1, 2]],
    ["its total as an amount", { amount: cents(45_60) }, [1, 2]],
    ["a line", { text: "15.60" }, [2]],
    ["its total, in one category", { text: "45.60", categoryId: 3 }, [2]],
    ["another amount", { text: "45.61" }, []],
  ])("is found by %s", (_by, filters, found) => {
    expect(ids(findTransactions(all, filters))).toEqual(found);
  });

  test("is sorted by its total", () => {
    expect(totalsOf(all)).toEqual({ count: 2, income: 0, expense: 85_60 });
    const first = pageAfter(all, "-amount", undefined, 1);
    expect(ids(first.rows).sort()).toEqual([1, 2]);
    expect(pageAfter(all, "-amount", first.next, 1)).toMatchObject({ rows: [{ id: 3 }], next: undefined });
    expect(ids(pageAfter(all, "amount", undefined, 1).rows)).toEqual([3]);
  });
});

test("totals income and expenses, less refunds", () => {
  const rows = [
    transaction({ id: 1, amount: cents(100) }),
    transaction({ id: 2, amount: cents(30), refund: true }),
    transaction({ id: 3, amount: cents(500), type: "income" }),
  ];
  expect(totalsOf(rows)).toEqual({ count: 3, income: 500, expense: 70 });
  expect(totalsOf([])).toEqual({ count: 0, income: 0, expense: 0 });
});

describe("sorting and paging", () => {
  const small = transaction({ id: 1, amount: cents(5), date: day("2026-11-03") });
  const large = transaction({ id: 2, amount: cents(9), date: day("2026-11-01") });
  const late = transaction({ id: 3, amount: cents(5), date: day("2026-11-04") });

  test.each([
    ["-date", [3, 1, 2]],
    ["date", [2, 1, 3]],
    ["-amount", [2, 3, 1]],
    ["amount", [3, 1, 2]],
  ] as const)("sorts by %s", (sort, ids) => {
    expect([small, large, late].sort(BY_SORT[sort]).map(({ id }) => id)).toEqual(ids);
  });

  const rows = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 10 ** 6 }),
      createdAt: fc.integer({ min: 0, max: 3 }),
      amount: fc.integer({ min: 1, max: 5 }).map(cents),
      date: fc.constantFrom("2026-11-01", "2026-11-02", "2026-12-01").map(day),
    }),
    { selector: ({ id }) => id },
  );

  test("returns every transaction once, even if the last of a page is deleted", () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...SORTS), fc.integer({ min: 1, max: 4 }), (given, sort, size) => {
        let left = given.map((one) => transaction(one));
        const expected = left.toSorted(BY_SORT[sort]).map(({ id }) => id);
        const seen: number[] = [];
        let after: ReturnType<typeof pageAfter>["next"];
        do {
          const page = pageAfter(left, sort, after, size);
          seen.push(...page.rows.map(({ id }) => id));
          after = page.next;
          left = left.filter(({ id }) => id !== page.rows.at(-1)?.id);
        } while (after);
        expect(seen).toEqual(expected);
      }),
    );
  });

  const NONE = { count: 0, income: cents(0), expense: cents(0) };
  const before = { count: 812, income: cents(5_00), expense: cents(-7_00) };
  const start = "2024-01-31.0000000000000009";
  const places: [string, SearchPlace][] = [
    ["in the first stretch", { before: NONE, after: small }],
    ["at the start of another", { before, start }],
    ["within another", { before, start, after: small }],
  ];
  test.each(places)("parses the cursor of a place %s", (_where, place) => {
    const { after, ...rest } = place;
    const { id, date, amount, createdAt } = small;
    const read = parseSearchCursor(writeSearchCursor(place));
    expect(read).toEqual({ ...rest, ...(after && { after: { id, date, amount, createdAt } }) });
  });

  test.each([
    "",
    "2026-11-31.1.1.1",
    "2026-11-01.1.1",
    "a.b.c.d",
    "2026-11-01.1.1.1.1",
    "x~y~1.2.3",
    "~y~1.2",
    "~y~1.2.3~",
  ])("refuses the cursor %j", (text) => expect(parseSearchCursor(text)).toBeUndefined());
});
