import { expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { agreementsOf } from "./agreement.ts";

const on = (date: string, amount: number) => ({ date: day(`2026-${date}`), amount: cents(amount) });
const differences = (points: ReturnType<typeof on>[], rows: ReturnType<typeof on>[]) =>
  agreementsOf({ points, explained: [] }, rows, []).map(({ days }) => days[0]?.amount ?? 0);

const ROWS = [on("10-01", -5), on("10-10", -20), on("10-31", -7), on("10-31", -3), on("11-10", -40)];
const OCTOBER = on("10-01", 1_000);

test.each([
  ["after the rows of their days", [OCTOBER, on("10-31", 970), on("11-10", 930)], [0, 0]],
  ["before the rows of the last day", [OCTOBER, on("10-31", 980), on("11-10", 930)], [0, 0]],
  ["before the rows of every day", [OCTOBER, on("10-31", 975), on("11-10", 965)], [0, 0]],
  ["with a missing row", [OCTOBER, on("10-31", 969), on("11-10", 929)], [-1, 0]],
  [
    "before the rows of a day, then with a missing row",
    [OCTOBER, on("10-31", 980), on("11-10", 929)],
    [0, -1],
  ],
])("compares balances %s", (_what, points, expected) => {
  expect(differences(points, ROWS)).toEqual(expected);
});
