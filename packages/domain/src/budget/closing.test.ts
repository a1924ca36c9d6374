import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { month, transaction } from "../../../test/fixtures.ts";
import { cents, MAX_AMOUNT } from "../money/money.ts";
import { toDay } from "../time/day.ts";
import { deriveMonths } from "./budget.ts";
import { closingOf, lastClosable, mayBeClosed, sumsIn } from "./closing.ts";

const MARCH = month("2026-03");
const plan = fc.record({
  categoryId: fc.integer({ min: 1, max: 4 }),
  projected: fc.nat(MAX_AMOUNT).map(cents),
  moved: fc.integer({ min: -MAX_AMOUNT, max: MAX_AMOUNT }).map(cents),
});
const bought = fc.record({
  categoryId: fc.integer({ min: 1, max: 6 }),
  amount: fc.integer({ min: 1, max: MAX_AMOUNT }).map(cents),
  refund: fc.boolean(),
  createdAt: fc.nat(20),
});

describe("a closing", () => {
  test("tells of a month's budgets what its plans and transactions tell", () => {
    fc.assert(
      fc.property(fc.array(plan), fc.array(bought), fc.option(fc.nat(20)), (plans, all, resetAt) => {
        const transactions = all.map((one, id) =>
          transaction({ ...one, id: id + 1, date: toDay(2026, 3, 5) }),
        );
        const byCategory = [
          ...new Map(plans.map((one) => [one.categoryId, { ...one, month: MARCH }])).values(),
        ];
        const facts = [{ month: MARCH, plans: byCategory, transactions, resetAt }];
        const sums = deriveMonths(facts);
        expect(sums.map((one) => sumsIn(MARCH, closingOf(one, resetAt)))).toEqual(sums);
      }),
    );
  });

  test("is made only of a month that whoever changes it knows to be over", () => {
    const instant = fc.integer({ min: 0, max: Date.parse("2100-01-01") });
    fc.assert(
      fc.property(instant, fc.integer({ min: -86_400_000, max: 86_400_000 }), (now, apart) => {
        expect(mayBeClosed(lastClosable(now), Math.max(0, now + apart))).toBe(true);
      }),
    );
    expect(lastClosable(Date.parse("2026-04-01T12:00:00Z"))).toBe("2026-02");
    expect(lastClosable(Date.parse("2026-04-03T00:00:00Z"))).toBe("2026-03");
  });
});
