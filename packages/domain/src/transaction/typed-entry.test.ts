import { expect, test } from "vitest";
import { parseDay } from "../time/day.ts";
import { readEntry } from "./typed-entry.ts";

/** A Sunday. */
const TODAY = parseDay("2026-11-22") ?? expect.fail();
const read = (line: string) => {
  const entry = readEntry(line, TODAY, "USD");
  return entry && `${entry.refund ? "-" : ""}${entry.amount} ${entry.description} ${entry.date}`;
};

test("reads amount, description and day in either order", () => {
  expect(read("12.50 coffee yesterday")).toBe("1250 coffee 2026-11-21");
  expect(read("coffee 12,50 fri")).toBe("1250 coffee 2026-11-20");
  expect(read("corner market 7")).toBe("700 corner market 2026-11-22");
  expect(read("today 3+4 bread and milk")).toBe("700 bread and milk 2026-11-22");
});

test("takes a weekday for the latest one, today included", () => {
  expect(read("bread 2 sunday")).toBe("200 bread 2026-11-22");
  expect(read("bread 2 Mon")).toBe("200 bread 2026-11-16");
});

test("reads a refund by its minus", () => {
  expect(read("-8.25 bottles")).toBe("-825 bottles 2026-11-22");
});

test("leaves a line alone that has no amount, no name, or a number inside its name", () => {
  for (const line of ["coffee", "12.50", "", "yesterday 4", "0 coffee", "7up zero"])
    expect(read(line), line).toBeUndefined();
  expect(read("Sun cream 4")).toBe("400 cream 2026-11-22");
});
