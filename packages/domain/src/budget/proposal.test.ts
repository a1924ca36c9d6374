import { describe, expect, test } from "vitest";
import { countSteps } from "../../../test/count-steps.ts";
import { category, day, goal, month, subscription } from "../../../test/fixtures.ts";
import type { Goal } from "../goal/goal.ts";
import { cents } from "../money/money.ts";
import { atOnce } from "../steps.ts";
import type { Day } from "../time/day.ts";
import { firstDay } from "../time/month.ts";
import { type Budget, budgetId } from "./budget.ts";
import type { ProposalSource } from "./definition.ts";
import { leftToPlan, proposalMonths, propose as proposalSteps } from "./proposal.ts";

type Facts = Omit<Parameters<typeof proposalSteps>[0], "today"> & { today?: Day };
/** Proposes on the first day of the month, unless a day is given. */
const propose = (facts: Facts) => atOnce(proposalSteps({ today: firstDay(facts.month), ...facts }));

const december = month("2026-12");
const food = category({ id: 1 });
const NONE = { goals: [], carried: new Map() };

function budget(of: string, projected: number, actual: number, categoryId = 1): Budget {
  const id = budgetId(month(of), categoryId);
  return { id, categoryId, month: month(of), projected: cents(projected), actual: cents(actual) };
}
const hosting = (amount: number) =>
  subscription({
    id: 7,
    name: "Domain hosting",
    amount: cents(amount),
    frequency: "annually",
    startDate: day("2025-12-14"),
    nextPaymentDate: day("2026-12-14"),
  });

describe("a proposal", () => {
  const budgets = [
    budget("2025-12", 700_00, 650_00),
    budget("2026-09", 300_00, 100_00),
    budget("2026-10", 300_00, 200_50),
    budget("2026-11", 400_00, 301_00),
  ];
  const proposed = (
    from: ProposalSource,
    given: readonly Budget[],
    subscriptions = [hosting(96_00)],
    goals: readonly Goal[] = [],
  ) =>
    propose({
      ...NONE,
      goals,
      month: december,
      from,
      categories: [food],
      plans: [],
      budgets: given,
      subscriptions,
    })[0]?.proposed;

  test.each([
    ["last-month", 448_00],
    ["average", 297_00],
    ["last-year", 700_00],
    ["zero", 0],
  ] as const)("from %s adds the month's bills to the rest of the source: %d cents", (from, expected) =>
    expect(proposed(from, budgets)).toBe(expected),
  );

  test.each([
    ["last-month", 650_00],
    ["average", 701_00],
    ["last-year", 700_00],
    ["zero", 0],
  ] as const)("from %s includes the whole of a bill above the source: %d cents", (from, expected) => {
    expect(proposed(from, budgets, [hosting(500_00)])).toBe(expected);
  });

  test("from last year is the actual if there was no plan", () => {
    expect(proposed("last-year", [budget("2025-12", 0, 650_00)], [])).toBe(650_00);
  });

  test("from the average ignores months before the budget was first used", () => {
    expect(proposed("average", [budget("2026-11", 0, 300_00)], [])).toBe(300_00);
    expect(proposed("average", [budget("2026-11", 0, 300_00), budget("2026-09", 0, 5_00, 2)], [])).toBe(
      100_00,
    );
  });

  const made = (billed: number) => ({ billed: cents(billed), purchases: 0, largest: cents(0), on: 0 });
  const weekly = (amount: number, startDate: string) =>
    subscription({
      amount: cents(amount),
      frequency: "weekly",
      startDate: day(startDate),
      nextPaymentDate: day("2026-12-06"),
    });

  test.each(["last-month", "average", "last-year"] as const)(
    "follows the number of pay days in the month, from %s",
    (from) => {
      const salary = category({ id: 1, type: "income" });
      // Three pay days in October 2026 and in December 2025, two in the others.
      const pay = subscription({
        type: "income",
        amount: cents(1_150_00),
        frequency: "biweekly",
        startDate: day("2025-12-05"),
        nextPaymentDate: day("2026-12-04"),
      });
      const paid = (of: string, days: number) => {
        const amount = days * 1_150_00;
        return { ...budget(of, amount, amount), made: made(amount) };
      };
      const given = [paid("2025-12", 2), paid("2026-09", 2), paid("2026-10", 3), paid("2026-11", 2)];
      const [proposal] = propose({
        ...NONE,
        month: december,
        from,
        categories: [salary],
        plans: [],
        budgets: given,
        subscriptions: [pay],
      });
      expect(proposal?.proposed).toBe(2_300_00);
    },
  );

  test.each([
    ["last month's plan", "last-month", budget("2026-11", 60_00, 60_00)],
    ["the average that bills recorded", "average", { ...budget("2026-11", 0, 60_00), made: made(60_00) }],
  ] as const)("counts four weekly payments after a month with five, from %s", (_what, from, before) => {
    expect(proposed(from, [before], [weekly(12_00, "2026-08-02")])).toBe(48_00);
  });

  test.each([
    ["a bill planned by hand before", 950_00, 950_00, "monthly", "2026-12-01", 950_00],
    ["one of several in its category", 40_00, 13_00, "monthly", "2026-12-12", 40_00],
    [
      "biweekly pay since the end of the previous month",
      2_300_00,
      1_150_00,
      "biweekly",
      "2026-11-27",
      2_300_00,
    ],
    ["pocket money since the last Sunday of the previous month", 50_00, 12_00, "weekly", "2026-11-29", 50_00],
    ["a bill above its plan", 900_00, 950_00, "monthly", "2026-12-01", 950_00],
  ] as const)("includes %s once", (_what, planned, amount, frequency, starts, expected) => {
    const startDate = day(starts);
    const sub = subscription({ amount: cents(amount), frequency, startDate, nextPaymentDate: startDate });
    expect(proposed("last-month", [budget("2026-11", planned, planned)], [sub])).toBe(expected);
  });

  test.each([
    ["rent", 950_00, 950_00, "monthly", "2026-12-01", 950_00],
    ["rent beside other purchases", 1_000_00, 950_00, "monthly", "2026-12-01", 1_000_00],
    ["two pay days", 2_300_00, 1_150_00, "biweekly", "2026-12-04", 2_300_00],
  ] as const)(
    "includes %s with payments that people entered once, from the average",
    (_what, spent, amount, frequency, starts, expected) => {
      const startDate = day(starts);
      const sub = subscription({ amount: cents(amount), frequency, startDate, nextPaymentDate: startDate });
      const entered = { billed: cents(0), purchases: 2, largest: cents(amount), on: 1 };
      const before = { ...budget("2026-11", 0, spent), made: entered };
      expect(proposed("average", [before], [sub])).toBe(expected);
    },
  );

  test("falls to the amount to set aside once a yearly bill was paid", () => {
    const insurance = subscription({
      amount: cents(396_00),
      frequency: "semiannually",
      startDate: day("2026-05-14"),
      nextPaymentDate: day("2027-05-14"),
    });
    const paidInNovember = { ...budget("2026-11", 396_00, 396_00), made: made(396_00) };
    expect(proposed("last-month", [paidInNovember], [insurance])).toBe(66_00);
    expect(proposed("average", [paidInNovember], [insurance])).toBe(66_00);
  });

  test("is the amount that a goal needs, whatever was saved last month", () => {
    const categories = [food];
    const saving = goal({ categoryId: 1, targetAmount: cents(900_00), targetDate: day("2027-02-28") });
    const facts = {
      ...NONE,
      month: december,
      categories,
      plans: [],
      subscriptions: [],
      from: "last-month",
    } as const;
    const after = propose({
      ...facts,
      goals: [{ ...saving, currentAmount: cents(225_00) }],
      budgets: [budget("2026-11", 225_00, 225_00)],
    });
    expect(after[0]?.proposed).toBe(225_00);
  });

  test("keeps the part of the plan beyond bills", () => {
    const rent = subscription({
      amount: cents(950_00),
      startDate: day("2026-01-01"),
      nextPaymentDate: day("2027-01-01"),
    });
    const last = { ...budget("2026-11", 1_000_00, 950_00), made: made(950_00) };
    const paid = { ...budget("2026-12", 0, 950_00), made: made(950_00) };
    expect(proposed("last-month", [last, paid], [rent])).toBe(1_000_00);
  });

  test("stays between 0 and the largest amount", () => {
    expect(proposed("average", [budget("2026-11", 0, -300_00)], [])).toBe(0);
    const many = Array.from({ length: 3 }, (_, id) => ({ ...hosting(999_999_999_999), id }));
    expect(proposed("average", [], many)).toBe(999_999_999_999);
  });

  test.each(["last-month", "average", "last-year", "zero"] as const)(
    "from %s is 0 in a new budget",
    (from) => {
      expect(proposed(from, [], [])).toBe(0);
    },
  );

  test("shows last month and the category's payments, earliest first", () => {
    const weekly = subscription({
      id: 3,
      frequency: "weekly",
      startDate: day("2026-12-01"),
      nextPaymentDate: day("2026-12-22"),
    });
    const elsewhere = subscription({ id: 4, categoryId: 2, nextPaymentDate: day("2026-12-05") });
    const subscriptions = [weekly, hosting(96_00), elsewhere];
    const [proposal] = propose({
      ...NONE,
      month: december,
      from: "zero",
      categories: [food],
      plans: [],
      budgets,
      subscriptions,
    });
    expect(proposal).toMatchObject({ categoryId: 1, lastPlan: 400_00, lastActual: 301_00 });
    expect(proposal?.due.map(({ name, date }) => `${name} ${date}`)).toEqual([
      "Domain hosting 2026-12-14",
      "Newspaper 2026-12-22",
      "Newspaper 2026-12-29",
    ]);
  });

  test("is made for each category that is not archived, in order", () => {
    const categories = [
      category({ id: 3 }),
      category({ id: 2, archived: true }),
      category({ id: 1, position: 9 }),
    ];
    const plans = [{ categoryId: 3, month: december, projected: cents(0) }];
    const facts = {
      ...NONE,
      month: december,
      from: "zero",
      categories,
      plans,
      budgets: [],
      subscriptions: [],
    } as const;
    expect(propose(facts).map(({ categoryId, planned }) => [categoryId, planned])).toEqual([
      [1, null],
      [3, 0],
    ]);
  });

  test("excludes amounts moved to cover a category last month", () => {
    expect(proposed("last-month", [{ ...budget("2026-11", 450_00, 0), moved: cents(50_00) }], [])).toBe(
      400_00,
    );
  });

  test("sets money aside for a yearly bill", () => {
    const insurance = subscription({
      id: 8,
      name: "Insurance",
      amount: cents(1_512_00),
      frequency: "annually",
      startDate: day("2026-03-01"),
      nextPaymentDate: day("2027-03-01"),
    });
    const monthly = subscription({ id: 9, amount: cents(20_00), nextPaymentDate: day("2027-01-15") });
    const bicycle = goal({ categoryId: 1, targetDate: day("2027-04-30") });
    const facts = { from: "average", categories: [food], plans: [], budgets: [], goals: [] } as const;
    const january = { ...facts, month: month("2027-01"), subscriptions: [insurance, monthly] };
    expect(propose({ ...january, carried: new Map() })[0]).toMatchObject({
      proposed: 524_00,
      setAside: [{ subscriptionId: 8, amount: 1_512_00, saved: 0, proposed: 504_00, date: "2027-03-01" }],
    });
    const march = { ...january, month: month("2027-03"), subscriptions: [insurance] };
    expect(propose({ ...march, carried: new Map([[1, cents(1_008_00)]]) })[0]).toMatchObject({
      proposed: 504_00,
      due: [{ amount: 1_512_00 }],
    });
    expect(propose({ ...january, goals: [bicycle], carried: new Map() })[0]).toMatchObject({
      proposed: 774_00,
      setAside: [{ subscriptionId: 8 }, { goalId: 1, amount: 1_000_00, proposed: 250_00 }],
    });
  });

  test("needs the last three months and the one a year ago", () => {
    const [of, today] = [month("2026-02"), day("2026-02-10")];
    expect(proposalMonths(of, today)).toEqual(["2025-02", "2025-11", "2025-12", "2026-01"]);
  });

  test.each([
    ["2026-12-05", "2027-03", 200_00],
    ["2026-11-19", "2026-12", 200_00],
    ["2026-11-20", "2026-12", 201_00],
    ["2026-11-20", "2027-06", 201_00],
  ])("averages, on %s for %s, months of which two thirds are over", (today, of, expected) => {
    const spent = [
      budget("2026-08", 0, 299_50),
      budget("2026-09", 0, 100_00),
      budget("2026-10", 0, 200_50),
      budget("2026-11", 0, today < "2026-12" ? 301_00 : 299_50),
      budget("2026-12", 0, 5_00),
    ];
    const facts = { ...NONE, from: "average", categories: [food], plans: [], subscriptions: [] } as const;
    const proposals = propose({ ...facts, month: month(of), today: day(today), budgets: spent });
    expect(proposals).toMatchObject([{ proposed: expected }]);
  });

  test("from the average does not count a goal's savings twice", () => {
    const saving = goal({ categoryId: 1, targetAmount: cents(1_200_00), currentAmount: cents(300_00) });
    const put = ["2026-09", "2026-10", "2026-11"].map((of) => budget(of, 0, 100_00));
    const of = { ...saving, startDate: day("2026-09-01"), targetDate: day("2027-08-31") };
    expect(proposed("average", put, [], [of])).toBe(100_00);
  });
});

test("left to plan is planned income less planned expenses", () => {
  const categories = [food, category({ id: 2, type: "income" })];
  const plan = (categoryId: number, projected: number) => ({ categoryId, projected: cents(projected) });
  expect(leftToPlan(categories, [plan(2, 100), plan(1, 130), plan(9, 5)])).toBe(-30);
  expect(leftToPlan(categories, [])).toBe(0);
});

describe("a proposal over many categories and subscriptions", () => {
  const many = (count: number, given: Partial<Parameters<typeof subscription>[0]>) =>
    Array.from({ length: count }, (_, n) => subscription({ id: n + 1, categoryId: n + 1, ...given }));
  const proposing = (of: string, subscriptions: ReturnType<typeof many>) => ({
    ...NONE,
    month: month(of),
    from: "average" as const,
    categories: subscriptions.map(({ id }) => category({ id })),
    plans: [],
    budgets: [],
    subscriptions,
  });

  test("counts a thousand years of unpaid payments quickly", () => {
    const { dates } = countSteps(() => propose(proposing("2999-01", many(100, { frequency: "quarterly" }))));
    expect(dates).toBeLessThan(100 * 100);
  });

  test("groups subscriptions by category once", () => {
    let reads = 0;
    const subscriptions = many(300, {}).map((sub) =>
      Object.defineProperty({ ...sub }, "categoryId", {
        get() {
          reads += 1;
          return sub.categoryId;
        },
      }),
    );
    const facts = proposing("2026-12", subscriptions);
    reads = 0;
    expect(propose(facts)).toHaveLength(300);
    expect(reads).toBeLessThan(10 * subscriptions.length);
  });

  test("lists at most ten thousand payments", () => {
    const proposals = propose(proposing("2026-12", many(400, { frequency: "daily", amount: cents(1_00) })));
    expect(proposals.flatMap(({ due }) => due).length).toBeLessThan(10_100);
    expect(proposals.at(-1)).toMatchObject({ proposed: 31_00, due: [] });
  });
});
