import { describe, expect, test } from "vitest";
import { category, month, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { permits } from "../share/sharing.ts";
import { DAY_MS } from "../time/day.ts";
import { type EntryOf, isSame, undoOf, undoProblem } from "./activity.ts";
import { KINDS } from "./kinds.ts";

const groceries = (projected: number) => ({
  categoryId: 7,
  month: month("2026-11"),
  projected: cents(projected),
});
const changed: EntryOf<"plan"> = {
  id: "e1",
  at: 0,
  by: 2,
  action: "changed",
  kind: "plan",
  entityId: "2026-11-7",
  label: "Groceries",
  before: groceries(400_00),
  after: groceries(450_00),
  undoes: null,
  undoneBy: null,
};

describe("an undo", () => {
  const undo = undoOf(changed, { id: "e2", at: 5, by: 3 });

  test("is an entry that reverses the change", () => {
    expect(undo).toEqual({
      ...changed,
      id: "e2",
      at: 5,
      by: 3,
      action: "undone",
      undoes: "e1",
      before: groceries(450_00),
      after: groceries(400_00),
    });
  });

  test("of an undo restores the change", () => {
    expect(undoOf(undo, { id: "e3", at: 6, by: 2 })).toMatchObject({
      before: changed.before,
      after: changed.after,
    });
  });
});

describe("an entry", () => {
  const all = { now: 30 * DAY_MS, may: () => true };

  test.each([
    ["for 30 days", changed, all, null],
    ["not after 30 days", changed, { ...all, now: 30 * DAY_MS + 1 }, "too-old"],
    ["only once", { ...changed, undoneBy: "e2" }, all, "undone"],
    [
      "with the right that the change needed",
      changed,
      { ...all, may: (right: string) => right === "categories" },
      null,
    ],
    ["not without that right", changed, { ...all, may: () => false }, "not-allowed"],
    ["not if it is about a share", { ...changed, kind: "share" as const }, all, "share"],
  ])("can be undone: %s", (_what, entry, by, problem) => expect(undoProblem(entry, by)).toBe(problem));

  test("cannot be undone by a viewer", () => {
    const rights = Object.values(KINDS).map(({ right }) => right);
    expect(rights.some((right) => permits("view_only", right))).toBe(false);
  });
});

describe("the state that an entry left", () => {
  const lunch = transaction({ id: 1, description: "Lunch" });

  test.each([
    ["is still there", lunch, { ...lunch }, true],
    ["is still there, with a property that is undefined", lunch, { ...lunch, refund: undefined }, true],
    ["was changed", lunch, { ...lunch, amount: cents(5) }, false],
    ["was deleted", lunch, null, false],
    ["was brought back", null, lunch, false],
    ["is still gone", null, null, true],
  ])("%s", (_what, after, current, expected) => {
    expect(isSame(after, current)).toBe(expected);
  });

  test("is compared in depth", () => {
    const planned = (projected: number) => ({ month: month("2026-11"), plans: [groceries(projected)] });
    expect(isSame(planned(5), planned(5))).toBe(true);
    expect(isSame(planned(5), planned(6))).toBe(false);
    const moved = { ...category({ id: 1 }), movedTo: { id: 2, name: "Food" } };
    expect(isSame(moved, { ...moved, movedTo: null })).toBe(false);
  });
});
