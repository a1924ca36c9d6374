import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { month, transaction } from "../../../test/fixtures.ts";
import { cents, MAX_AMOUNT } from "../money/money.ts";
import { toDay } from "../time/day.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { deriveMonths, type Plan } from "./budget.ts";
import { closingOf, mayBeClosed, sumsIn, withAdded, withRemoved } from "./closing.ts";

const MARCH = month("2026-03");
const plan = fc.record({
  categoryId: fc.integer({ min: 1, max: 4 }),
  projected: fc.nat(MAX_AMOUNT).map(cents),
  moved: fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }).map(cents),
});
const bought = fc.record({
  categoryId: fc.integer({ min: 1, max: 6 }),
  amount: fc.integer({ min: 1, max: MAX_AMOUNT }).map(cents),
  type: fc.constantFrom("expense", "income"),
  refund: fc.boolean(),
  createdAt: fc.nat(20),
  day: fc.integer({ min: 1, max: 31 }),
  subscriptionId: fc.option(fc.constant(7), { nil: undefined }),
});
type Bought = (typeof bought)["generate"] extends (...given: never) => { value: infer One } ? One : never;
const transactionsOf = (all: readonly Bought[]) =>
  all.map(({ day, ...one }, id) => transaction({ ...one, id: id + 1, date: toDay(2026, 3, day) }));
const plansOf = (plans: readonly Pick<Plan, "categoryId" | "projected">[]) => [
  ...new Map(plans.map((one) => [one.categoryId, { ...one, month: MARCH }])).values(),
];

describe("a closing", () => {
  test("contains the sums that the month's plans and transactions give", () => {
    fc.assert(
      fc.property(fc.array(plan), fc.array(bought), fc.option(fc.nat(20)), (plans, all, resetAt) => {
        const byCategory = plansOf(plans);
        const transactions = transactionsOf(all);
        const facts = [{ month: MARCH, plans: byCategory, transactions, resetAt }];
        const sums = deriveMonths(facts);
        expect(sums.map((one) => sumsIn(MARCH, closingOf(one), resetAt))).toEqual(sums);
      }),
    );
  });

  test("is updated for each added or removed transaction, or has to be derived again", () => {
    const steps = fc.array(fc.record({ one: bought, gone: fc.option(fc.nat(20)) }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.array(plan), steps, fc.option(fc.nat(20)), (plans, all, resetAt) => {
        const facts = { month: MARCH, plans: plansOf(plans), resetAt };
        const fold = (transactions: readonly Transaction[]) => {
          const [sums] = deriveMonths([{ ...facts, transactions }]);
          if (!sums) throw new Error("a month without sums");
          return closingOf(sums);
        };
        const added = transactionsOf(all.map(({ one }) => one));
        let there: Transaction[] = [];
        let closing = fold(there);
        for (const [index, { gone }] of all.entries()) {
          const one = added[index];
          if (!one) continue;
          there = [...there, one];
          closing = closingOf(withAdded(sumsIn(MARCH, closing, resetAt), resetAt, one));
          expect(closing).toEqual(fold(there));
          const leaving = gone === null ? undefined : there[gone % there.length];
          if (!leaving) continue;
          there = there.filter(({ id }) => id !== leaving.id);
          const left = withRemoved(sumsIn(MARCH, closing, resetAt), resetAt, leaving);
          if (left) expect(closingOf(left)).toEqual(fold(there));
          closing = fold(there);
        }
      }),
    );
  });

  test("may be stored once its month is over in every time zone", () => {
    expect(mayBeClosed(month("2026-03"), Date.parse("2026-04-01T12:00:00Z"))).toBe(true);
    expect(mayBeClosed(month("2026-03"), Date.parse("2026-03-30T12:00:00Z"))).toBe(false);
  });
});
