import { expect, test } from "vitest";
import { day } from "../../../packages/test/fixtures.ts";
import { dayHeading } from "./day-heading.ts";

test.each([
  ["2026-11-22", "Today"],
  ["2026-11-21", "Yesterday"],
  ["2026-11-20", "Friday, Nov 20"],
  ["2026-01-02", "Friday, Jan 2"],
  ["2025-12-31", "Wednesday, Dec 31, 2025"],
])("heads %s with “%s”: years only where they are not this one", (date, heading) => {
  expect(dayHeading(day(date), day("2026-11-22"))).toBe(heading);
});
