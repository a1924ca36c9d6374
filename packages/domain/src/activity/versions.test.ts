import { describe, expect, test } from "vitest";
import { category, day, goal, subscription, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { payment } from "../payment/definition.ts";
import { AMERICAN } from "../text/locale.ts";
import { SNAPSHOTS } from "./snapshots.ts";
import { versionTag } from "./version-tag.ts";
import { differences, untouchedFields } from "./versions.ts";

const coffee = transaction({ id: 1, description: "Coffee", amount: cents(3_50), date: day("2026-11-05") });
const reader = {
  currency: "USD",
  locale: AMERICAN,
  today: day("2026-12-21"),
  nameOf: (id: number) => new Map([[1, "Food"]]).get(id),
} as const;

describe("a version's tag", () => {
  test("ignores differences that nobody can see", () => {
    const same = { ...coffee, id: 9, createdAt: 5, notes: "", refund: false, batch: "b" };
    expect(versionTag(SNAPSHOTS.transaction, same)).toBe(versionTag(SNAPSHOTS.transaction, coffee));
  });

  test.each([{ amount: cents(3_51) }, { description: "Tea" }, { notes: "hot" }, { refund: true }])(
    "differs with %o",
    (change) => {
      expect(versionTag(SNAPSHOTS.transaction, { ...coffee, ...change })).not.toBe(
        versionTag(SNAPSHOTS.transaction, coffee),
      );
    },
  );

  test("stays through a contribution, a completion and a payment", () => {
    const saved = { ...goal(), currentAmount: cents(5), status: "completed" };
    expect(versionTag(SNAPSHOTS.goal, saved)).toBe(versionTag(SNAPSHOTS.goal, goal()));
    const paid = { ...subscription(), nextPaymentDate: day("2026-12-15") };
    expect(versionTag(SNAPSHOTS.subscription, paid)).toBe(versionTag(SNAPSHOTS.subscription, subscription()));
  });
});

test("lists the fields in which two versions differ, as text", () => {
  const mine = { description: "Coffee", amount: cents(4_00), date: day("2026-11-06"), notes: null };
  expect(
    differences(SNAPSHOTS.transaction, mine, { ...coffee, notes: "hot", categoryId: 2 }, reader),
  ).toEqual([
    { field: "Amount", mine: "$4.00", theirs: "$3.50" },
    { field: "Date", mine: "Nov 6", theirs: "Nov 5" },
    { field: "Notes", mine: "None", theirs: "hot" },
  ]);
  expect(differences(SNAPSHOTS.transaction, { date: day("2026-12-01") }, coffee, reader)).toEqual([
    { field: "Date", mine: "Dec 1, 2026", theirs: "Nov 5, 2026" },
  ]);
  expect(
    differences(
      SNAPSHOTS.transaction,
      { categoryId: 1, refund: false },
      { categoryId: 2, refund: true },
      reader,
    ),
  ).toEqual([
    { field: "Category", mine: "Food", theirs: "A deleted category" },
    { field: "Refund", mine: "No", theirs: "Yes" },
  ]);
  const gym = category({ id: 3, icon: "fitness_center", color: "blue" });
  expect(differences(SNAPSHOTS.category, gym, { ...gym, icon: "home", color: "red" }, reader)).toEqual([
    { field: "Icon", mine: "Fitness", theirs: "Home" },
    { field: "Color", mine: "Blue", theirs: "Red" },
  ]);
  const [bread, bottle] = [
    { type: "expense", categoryId: 1, amount: cents(3_50), notes: null, goalId: null },
    { type: "expense", categoryId: 2, amount: cents(25), notes: "Glass", refund: true },
  ];
  expect(differences(payment, { lines: [bread] }, { lines: [bread, bottle] }, reader)).toEqual([
    { field: "Lines", mine: "Food $3.50", theirs: "Food $3.50, A deleted category -$0.25 (Glass)" },
  ]);
  expect(differences(payment, { lines: [bread] }, { lines: [{ ...bread, refund: false }] }, reader)).toEqual(
    [],
  );
});

test("lists the fields that an edit leaves unchanged", () => {
  const edit = { ...coffee, amount: cents(4_00), date: day("2026-11-06"), notes: "" };
  const untouched = ["description", "type", "categoryId", "notes", "refund"];
  const found = untouchedFields(SNAPSHOTS.transaction, coffee, edit);
  expect(found).toEqual(expect.arrayContaining(untouched));
  expect(found).not.toEqual(expect.arrayContaining(["amount"]));
  // A new category may need another type.
  const moved = { ...edit, categoryId: 2 };
  const others = found.filter((field) => field !== "type" && field !== "categoryId");
  expect(untouchedFields(SNAPSHOTS.transaction, coffee, moved)).toEqual(others);
});
