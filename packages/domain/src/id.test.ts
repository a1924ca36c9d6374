import { expect, test } from "vitest";
import { idAt, idSource } from "./id.ts";

test("ids are safe integers that sort by creation until 2093", () => {
  const first = idAt(Date.parse("2026-11-21T10:00:00.000Z"), () => 0.999999);
  const next = idAt(Date.parse("2026-11-21T10:00:00.001Z"), () => 0);
  expect(next).toBeGreaterThan(first);
  expect(Number.isSafeInteger(idAt(Date.parse("2093-01-01T00:00:00Z"), () => 0.999999))).toBe(true);
  expect(idAt(0, () => 0)).toBe(1);
});

test("one source never repeats an id, even if the clock goes back", () => {
  let now = Date.parse("2026-11-21T10:00:00Z");
  const next = idSource(
    () => now--,
    () => 0.5,
  );
  const ids = Array.from({ length: 1_000 }, next);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
});
