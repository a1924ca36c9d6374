import { cents } from "@coffer/domain/money/money";
import type { Person } from "@coffer/domain/portability/portable";
import { expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import { createTies } from "./people.ts";

test("the people of a file are read once, however many items there are", () => {
  let looks = 0;
  const people = Array.from({ length: 1_000 }, (_, index): Person => {
    return {
      id: index + 1,
      get email() {
        looks += 1;
        return `person-${index}@example.com`;
      },
    };
  });
  const tie = createTies(people, [
    { id: 71, email: "person-6@example.com" },
    { id: 72, email: "person-7@example.com" },
  ]);
  const settled = { id: 1, amount: cents(1_00), date: day("2026-11-05") };
  const settlement = { kind: "settlement" as const, from: 7, to: 8, ...settled };
  for (let item = 0; item < 2_000; item++)
    expect(tie(settlement)).toMatchObject({ item: { from: 71, to: 72 }, isTied: true });
  expect(tie({ ...settlement, to: 9 })).toEqual({ item: null, isTied: false });
  expect(looks).toBe(1_000);
});
