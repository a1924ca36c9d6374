import fc from "fast-check";
import { expect, test } from "vitest";
import { goal, transaction } from "../../../test/fixtures.ts";
import { cents, MAX_AMOUNT } from "../money/money.ts";
import { contribute, goalDeltas, heldBy, isGoalAsLeft, withAmount, withRows } from "./held-amount.ts";

test("a contribution is refused below 0 and beyond the largest amount", () => {
  const saved = goal({ currentAmount: cents(100) });
  expect(contribute(saved, cents(50))).toMatchObject({ currentAmount: 150, contributed: 150 });
  expect(contribute(saved, cents(-100))?.currentAmount).toBe(0);
  expect(contribute(saved, cents(-101))).toBeUndefined();
  expect(contribute(saved, MAX_AMOUNT)).toBeUndefined();
});

test("what changes of transactions add to goals is what the transactions come to, whatever the order", () => {
  const rows = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 1_000_00 }).map(cents),
      refund: fc.boolean(),
      goalId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    }),
  );
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const [before, after] = [first, second].map((some) =>
        some.map((one) => transaction({ id: 1, ...one })),
      );
      const held = new Map([1, 2, 3].map((id) => [id, 0]));
      const apply = (changes: Parameters<typeof goalDeltas>[0]) => {
        for (const [id, amount] of goalDeltas(changes)) held.set(id, (held.get(id) ?? 0) + amount);
      };
      for (const one of before ?? []) apply([{ before: null, after: one }]);
      const count = Math.max(first.length, second.length);
      apply(
        Array.from({ length: count }, (_, n) => ({ before: before?.[n] ?? null, after: after?.[n] ?? null })),
      );
      const sumOf = (id: number) =>
        second
          .filter(({ goalId }) => goalId === id)
          .reduce((sum, { amount, refund }) => sum + (refund ? -amount : amount), 0);
      expect([...held]).toEqual([1, 2, 3].map((id) => [id, sumOf(id)]));
    }),
  );
});

test("what an older goal holds beyond its transactions is an opening contribution", () => {
  const older = goal({ currentAmount: cents(80_00) });
  expect(withRows(older, cents(30_00))).toMatchObject({ contributed: 50_00, currentAmount: 80_00 });
});

test("an amount that a person states holds, whatever the transactions come to", () => {
  for (const fromRows of [-20_00, 0, 300_00]) {
    const stated = withAmount(withRows(goal(), cents(fromRows)), cents(45_00));
    expect(withRows(stated, cents(fromRows)).currentAmount).toBe(45_00);
  }
});

test("refunds beyond what was put aside show 0, and count", () => {
  const owed = withRows(goal({ currentAmount: cents(0) }), cents(0));
  const below = withRows(owed, cents(-20_00));
  expect([below.currentAmount, heldBy(below)]).toEqual([0, -20_00]);
  expect(contribute(below, cents(50_00))).toMatchObject({ currentAmount: 30_00 });
  expect(contribute(below, cents(5_00))).toMatchObject({ currentAmount: 0, contributed: 5_00 });
});

test("a goal is as an entry left it whatever its transactions do, where the entry tells contributions", () => {
  const left = withRows(goal({ currentAmount: cents(50_00) }), cents(0));
  const now = withRows(left, cents(80_00));
  expect(isGoalAsLeft(left, now)).toBe(true);
  expect(isGoalAsLeft(goal({ currentAmount: cents(50_00) }), now)).toBe(false);
  expect(isGoalAsLeft(left, { ...now, name: "Tandem" })).toBe(false);
  expect(isGoalAsLeft(left, contribute(now, cents(1)) ?? now)).toBe(false);
});
