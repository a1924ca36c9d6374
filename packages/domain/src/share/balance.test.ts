import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { day, transaction } from "../../../test/fixtures.ts";
import { cents, MAX_AMOUNT, sum } from "../money/money.ts";
import { atOnce } from "../steps.ts";
import type { Transaction } from "../transaction/transaction.ts";
import {
  type BalanceRow,
  balanceRows,
  beyondDebt,
  debtsOf,
  divide,
  netted,
  nonMemberIn,
  type Stay,
  withPurchases,
} from "./balance.ts";
import { sharesField } from "./shares.ts";

const TOM = 1;
const MARA = 2;
const people = (...ids: number[]): Stay[] => ids.map((id) => ({ id, since: null, until: null }));
const both = people(TOM, MARA);
const bought = (amount: number, given: object = {}) =>
  transaction({ id: 7, amount: cents(amount), createdBy: MARA, ...given });

describe("dividing an amount", () => {
  const weights = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 10_000 })),
    {
      minLength: 1,
      maxLength: 6,
      selector: ([id]) => id,
    },
  );

  test("among up to six people loses no cent", () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }), weights, (amount, shares) => {
        fc.pre(shares.some(([, weight]) => weight > 0));
        const parts = divide(cents(amount), new Map(shares));
        expect(sum(parts.values())).toBe(amount);
        const total = shares.reduce((all, [, weight]) => all + weight, 0);
        for (const [id, weight] of shares) {
          const exact = (Math.abs(amount) * weight) / total;
          const part = Math.abs(parts.get(id) ?? 0);
          expect(Math.abs(part - exact)).toBeLessThanOrEqual(1);
          if (weight === 0) expect(parts.has(id)).toBe(false);
        }
      }),
    );
  });

  test("gives the remaining cents to the lowest ids", () => {
    expect([
      ...divide(
        cents(1_00),
        new Map([
          [9, 1],
          [3, 1],
          [5, 1],
        ]),
      ),
    ]).toEqual([
      [3, 34],
      [5, 33],
      [9, 33],
    ]);
  });
});

describe("a purchase", () => {
  test("is paid by the person who entered it and shared by all", () => {
    expect(debtsOf(bought(83_21), both, TOM)).toEqual([{ from: TOM, to: MARA, amount: 41_61 }]);
  });

  test.each([
    ["for one person", { shares: [{ userId: TOM, percent: 100 }] }, [{ from: TOM, to: MARA, amount: 10_00 }]],
    [
      "by percentage",
      {
        shares: [
          { userId: TOM, percent: 30 },
          { userId: MARA, percent: 70 },
        ],
      },
      [{ from: TOM, to: MARA, amount: 3_00 }],
    ],
    ["paid by the other person", { paidBy: TOM }, [{ from: MARA, to: TOM, amount: 5_00 }]],
    ["for the payer only", { shares: [{ userId: MARA, percent: 100 }] }, []],
    ["that is income", { type: "income" }, []],
    ["that was refunded", { refund: true }, [{ from: TOM, to: MARA, amount: -5_00 }]],
  ])("%s", (_what, given, expected) => expect(debtsOf(bought(10_00, given), both, TOM)).toEqual(expected));

  test("causes no debt of people who were not members on its day", () => {
    const joined = [...people(MARA), { id: TOM, since: day("2026-11-11"), until: null }];
    expect(debtsOf(bought(10_00), joined, TOM)).toEqual([]);
    expect(debtsOf(bought(10_00, { shares: [{ userId: TOM, percent: 100 }] }), joined, TOM)).toEqual([]);
    expect(debtsOf(bought(10_00, { date: day("2026-11-11") }), joined, TOM)).toHaveLength(1);
    const left = [...people(MARA), { id: TOM, since: null, until: day("2026-11-09") }];
    expect(debtsOf(bought(10_00), left, TOM)).toEqual([]);
  });
});

describe("the balance", () => {
  const settle = (from: number, to: number, amount: number) => ({
    id: 1,
    from,
    to,
    amount: cents(amount),
    date: day("2026-11-20"),
  });

  test("nets the debts between two people and their settlements", () => {
    const lines = [bought(100_00), bought(40_00, { id: 8, createdBy: TOM })];
    expect(netted(balanceRows(lines, [], both, TOM))).toEqual([{ from: TOM, to: MARA, amount: 30_00 }]);
    expect(netted(balanceRows(lines, [settle(TOM, MARA, 30_00)], both, TOM))).toEqual([]);
    expect(netted(balanceRows(lines, [settle(TOM, MARA, 50_00)], both, TOM))).toEqual([
      { from: MARA, to: TOM, amount: 20_00 },
    ]);
    expect(
      beyondDebt({ from: TOM, to: MARA, amount: cents(50_00) }, [
        { from: TOM, to: MARA, amount: cents(30_00) },
      ]),
    ).toBe(20_00);
  });

  test("keeps the debts of a former member", () => {
    const returned: Stay[] = [
      ...people(MARA),
      { id: TOM, since: null, until: day("2026-11-09") },
      { id: TOM, since: day("2026-11-20"), until: null },
    ];
    const on = (date: string, id: number) => bought(10_00, { id, date: day(date) });
    const lines = [on("2026-11-09", 1), on("2026-11-10", 2), on("2026-11-20", 3)];
    expect(netted(balanceRows(lines, [], returned, TOM))).toEqual([{ from: TOM, to: MARA, amount: 10_00 }]);
    const [first] = balanceRows(lines, [], returned.slice(0, 2), TOM);
    expect(first).toMatchObject({ from: TOM, to: MARA, amount: 5_00 });
  });

  test("of up to six people equals the sum of exact shares", () => {
    const ids = [1, 2, 3, 4, 5, 6];
    const purchase = fc.record({
      amount: fc.integer({ min: 1, max: MAX_AMOUNT }),
      paidBy: fc.constantFrom(...ids),
      weights: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 6, maxLength: 6 }),
      refund: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(purchase, { maxLength: 20 }), (purchases) => {
        const owed = new Map<string, bigint>();
        const lines = purchases.map(({ amount, paidBy, weights, refund }, index) => {
          const total = weights.reduce((all, one) => all + one, 0);
          const parts = total === 0 ? weights.map(() => 1) : weights;
          const all = BigInt(total === 0 ? 6 : total);
          const sharers = ids.filter((id) => (parts[id - 1] ?? 0) > 0);
          const floors = sharers.map((id) => (BigInt(amount) * BigInt(parts[id - 1] ?? 0)) / all);
          let left = BigInt(amount) - floors.reduce((sum, part) => sum + part, 0n);
          sharers.forEach((id, n) => {
            const part = (floors[n] ?? 0n) + (left-- > 0n ? 1n : 0n);
            if (id === paidBy) return;
            const key = [Math.min(id, paidBy), Math.max(id, paidBy)].join();
            const sign = id < paidBy === refund ? -1n : 1n;
            owed.set(key, (owed.get(key) ?? 0n) + sign * part);
          });
          // These percentages need not add up to 100: only their proportions count.
          const shares =
            total === 0 ? null : ids.map((userId) => ({ userId, percent: (parts[userId - 1] ?? 0) / 100 }));
          return transaction({ id: index + 1, amount: cents(amount), paidBy, shares, refund });
        });
        const expected = [...owed].filter(([, amount]) => amount !== 0n).sort();
        const found = netted(balanceRows(lines, [], people(...ids), 1)).map(({ from, to, amount }) => [
          [Math.min(from, to), Math.max(from, to)].join(),
          BigInt(from < to ? amount : -amount),
        ]);
        expect(found.sort()).toEqual(expected);
      }),
    );
  });

  test("has at most one debt between two people", () => {
    const debt = fc.record({
      from: fc.integer({ min: 1, max: 6 }),
      to: fc.integer({ min: 1, max: 6 }),
      amount: fc.integer({ min: -9_999, max: 9_999 }).map(cents),
    });
    fc.assert(
      fc.property(fc.array(debt.filter(({ from, to }) => from !== to)), (debts) => {
        const lines = netted(debts);
        const position = (id: number, of: readonly Pick<BalanceRow, "from" | "to" | "amount">[]) =>
          of.reduce((all, { from, to, amount }) => all + (to === id ? amount : from === id ? -amount : 0), 0);
        for (const id of [1, 2, 3, 4, 5, 6]) expect(position(id, lines)).toBe(position(id, debts));
        expect(lines.every(({ amount }) => amount > 0)).toBe(true);
        const pairs = lines.map(({ from, to }) => [from, to].sort().join());
        expect(new Set(pairs).size).toBe(pairs.length);
      }),
    );
  });
});

test.each([
  ["percentages that do not add up to 100", [60, 30], "The percentages must add up to 100"],
  ["thirds with two decimals", [33.33, 66.67], undefined],
  ["more than 100", [101], "A percentage is 0 to 100, with at most two decimals"],
  ["thirds with three decimals", [33.333, 66.667], "A percentage is 0 to 100, with at most two decimals"],
])("shares are valid or not: %s", (_what, percents, expected) => {
  const shares = percents.map((percent, index) => ({ userId: index + 1, percent }));
  expect(v.safeParse(sharesField.body, shares).issues?.[0]?.message).toBe(expected);
});

test("shares name each person once", () => {
  const twice = [50, 50].map((percent) => ({ userId: TOM, percent }));
  expect(v.safeParse(sharesField.body, twice).issues?.[0]?.message).toBe("Name each person once");
  expect(nonMemberIn({ shares: twice }, [TOM])).toBeNull();
  expect(nonMemberIn({ shares: twice }, [MARA])).toBe("shares");
  expect(nonMemberIn({ paidBy: 5 }, [TOM, MARA])).toBe("paidBy");
});

describe("a changing household", () => {
  const line = (given: Partial<Transaction> & { id: number }) =>
    transaction({ amount: cents(90_00), createdBy: 1, ...given });

  test("does not charge a new member for purchases entered before they joined", () => {
    const stays = [
      { id: 1, since: null, until: null },
      { id: 2, since: day("2026-11-10"), until: null, sinceAt: 500 },
    ];
    const owed = (createdAt: number, date = "2026-11-10") =>
      debtsOf(line({ id: 1, createdAt, date: day(date) }), stays, 1).map(({ amount }) => amount);
    expect([owed(499), owed(500), owed(900, "2026-11-09"), owed(1, "2026-11-11")]).toEqual([
      [],
      [45_00],
      [],
      [45_00],
    ]);
  });

  test("shares a refund like its purchase", () => {
    const stays = [
      { id: 1, since: null, until: null },
      { id: 2, since: null, until: null },
      { id: 3, since: null, until: day("2026-11-15") },
    ];
    const bought = line({ id: 1, description: "Sofa", date: day("2026-11-10") });
    const back = line({ id: 2, description: "sofa ", date: day("2026-11-20"), refund: true });
    expect(netted(balanceRows(atOnce(withPurchases([back, bought])), [], stays, 1))).toEqual([]);
    const other = line({ id: 3, description: "Lamp", date: day("2026-11-20"), refund: true });
    expect(balanceRows(atOnce(withPurchases([other])), [], stays, 1)).toMatchObject([
      { from: 2, amount: -45_00 },
    ]);
  });
});
