import { sum } from "@coffer/domain/money/money";
import { describe, expect, test } from "vitest";
import { day } from "../../../packages/test/fixtures.ts";
import { CATEGORIES, demoMonths, demoTransactions, planned } from "./demo-household.ts";

describe.each(["2026-11-22", "2027-01-31", "2028-02-29", "2026-12-01"])("the demo on %s", (text) => {
  const today = day(text);

  test("plans every dollar of its income in every month", () => {
    for (const month of demoMonths(today)) {
      const planOf = (type: "income" | "expense") =>
        sum(CATEGORIES.filter((demo) => demo.type === type).map((demo) => planned(demo, month, today)));
      expect(planOf("expense")).toBe(planOf("income"));
    }
  });

  test("has no later transactions", () => {
    const dates = demoTransactions(today).map(({ date }) => date);
    expect([...dates, today]).toEqual([...dates, today].sort());
  });
});
