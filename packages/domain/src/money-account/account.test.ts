import { expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { balanceOn, netWorthCurve, netWorthOn, withPoint } from "./account.ts";

const points = (...given: [date: string, amount: number][]) =>
  given.map(([date, amount]) => ({ date: day(date), amount: cents(amount) }));

test.each([
  ["2026-09-30", null],
  ["2026-10-01", 100],
  ["2026-10-31", 100],
  ["2026-11-01", -50],
  ["2026-12-01", -50],
])("the balance on %s is that of the latest point: %s", (date, amount) => {
  expect(balanceOn({ points: points(["2026-10-01", 100], ["2026-11-01", -50]) }, day(date))).toBe(amount);
});

test("a closed account is empty after its last point", () => {
  const own = points(["2026-10-01", 100]);
  expect(balanceOn({ points: own, closed: true }, day("2026-10-01"))).toBe(100);
  expect(balanceOn({ points: own, closed: true }, day("2026-10-02"))).toBe(0);
  expect(balanceOn({ points: own, closed: false }, day("2026-10-02"))).toBe(100);
});

test("net worth changes on each day with a point", () => {
  const accounts = [
    { points: points(["2026-10-01", 1_000], ["2026-10-10", 900]) },
    { points: points(["2026-10-05", -5_000], ["2026-10-10", -4_900]) },
  ];
  expect(netWorthCurve(accounts, day("2026-10-20"))).toEqual(
    points(["2026-10-01", 1_000], ["2026-10-05", -4_000], ["2026-10-10", -4_000], ["2026-10-20", -4_000]),
  );
  expect(netWorthCurve([{ points: [] }], day("2026-10-20"))).toEqual([]);
  expect(netWorthOn([], day("2026-10-20"))).toBeNull();
});

test("points are in order with at most one a day", () => {
  const some = points(["2026-10-01", 1], ["2026-10-03", 3]);
  const [added = []] = [withPoint(some, { date: day("2026-10-02"), amount: cents(2) })];
  expect(added).toEqual(points(["2026-10-01", 1], ["2026-10-02", 2], ["2026-10-03", 3]));
  expect(withPoint(added, { date: day("2026-10-01"), amount: cents(9) })[0]).toEqual(
    points(["2026-10-01", 9])[0],
  );
});
