import { describe, expect, test } from "vitest";
import { category, day, goal, month, subscription, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { type ActivityEntry, type Snapshots, undoOf } from "./activity.ts";
import { activityTexts } from "./activity-text.ts";
import type { ActivityAction, ActivityKind } from "./kinds.ts";

const reader = {
  currency: "USD",
  locale: AMERICAN,
  today: day("2026-12-21"),
  nameOf: (id: number) => new Map([[1, "Food"]]).get(id),
} as const;

type Changes = { [Kind in ActivityKind]: [before: Snapshots[Kind] | null, after: Snapshots[Kind] | null] };

function entry<Kind extends ActivityKind>(
  kind: Kind,
  label: string,
  [before, after]: Changes[Kind],
  action?: ActivityAction,
) {
  const done: ActivityAction =
    action ?? (before === null ? "created" : after === null ? "deleted" : "changed");
  return {
    id: "e",
    at: 0,
    by: 2,
    action: done,
    kind,
    entityId: 1,
    label,
    before,
    after,
    undoes: null,
    undoneBy: null,
  };
}
const texts = (...entries: ActivityEntry[]) =>
  activityTexts(
    entries.map((entry) => ({ entry, who: "Ben" })),
    reader,
  );
const text = (one: ActivityEntry) => texts(one)[0];

const november = month("2026-11");
const plan = (projected: number, of = november) => ({
  categoryId: 7,
  month: of,
  projected: cents(projected),
});
const coffee = transaction({ id: 1, description: "Coffee", amount: cents(3_50), date: day("2026-11-05") });
const gym = category({ id: 3, name: "Gym" });
const bicycle = goal({ currentAmount: cents(100_00) });
const step = { id: 1, goalId: 1, name: "Frame", amount: cents(5_00), description: null };
const film = subscription({ name: "Films", amount: cents(12_99), nextPaymentDate: day("2026-11-15") });
const access = (permission: "view_only" | "full_access") => ({ id: 1, email: "ben@example.com", permission });
const file = { batch: "b", source: "csv", added: 120 };

const planned = entry(
  "month",
  "November 2026",
  [
    { month: november, plans: [] },
    { month: november, plans: [plan(1), plan(2)] },
  ],
  "planned",
);
const reset = entry(
  "month",
  "November 2026",
  [
    { month: november, resetAt: null },
    { month: november, resetAt: 5 },
  ],
  "reset",
);

describe("activity says", () => {
  test.each([
    [
      entry("plan", "Groceries", [plan(400_00), plan(450_00)]),
      "changed Groceries in November from $400 to $450",
    ],
    [
      entry("plan", "Groceries", [plan(400_00), plan(399_50)]),
      "changed Groceries in November from $400.00 to $399.50",
    ],
    [entry("plan", "Groceries", [null, plan(400_00)]), "planned $400 for Groceries in November"],
    [
      entry("plan", "Groceries", [plan(400_00, month("2025-11")), null]),
      "removed the plan of $400 for Groceries in November 2025",
    ],
    [planned, "planned 2 categories in November"],
    [
      entry("month", "November 2026", [
        { month: november, plans: [plan(80_00)] },
        { month: november, plans: [plan(55_00), { ...plan(25_00), categoryId: 1 }] },
      ]),
      "moved $25 from a deleted category to Food in November",
    ],
    [reset, "reset the actuals of November"],
    [entry("transaction", "Coffee", [null, coffee]), "added Coffee, $3.50, of Nov 5"],
    [entry("transaction", "Coffee", [coffee, null]), "deleted Coffee, $3.50, of Nov 5"],
    [
      entry("transaction", "Shoes", [null, { ...coffee, refund: true }]),
      "added the refund Shoes, $3.50, of Nov 5",
    ],
    [
      entry("transaction", "Coffee", [coffee, { ...coffee, amount: cents(4_00), date: day("2026-11-06") }]),
      "changed Coffee: the amount from $3.50 to $4.00, the date from Nov 5 to Nov 6",
    ],
    [
      entry("transaction", "Coffee", [
        coffee,
        { ...coffee, description: "Tea", categoryId: 9, notes: "hot" },
      ]),
      "changed Coffee: its name to Tea, the category from Food to a deleted category, the notes",
    ],
    [entry("transaction", "Coffee", [coffee, coffee]), "changed Coffee"],
    [
      entry("transaction", "Coffee", [{ ...coffee, others: [coffee, coffee] }, null]),
      "deleted 3 transactions",
    ],
    [
      entry("transaction", "Coffee", [
        { ...coffee, others: [coffee] },
        { ...coffee, categoryId: 1, others: [{ ...coffee, categoryId: 1 }] },
      ]),
      "moved 2 transactions to Food",
    ],
    [
      entry("transaction", "Coffee", [null, { ...coffee, others: [coffee] }], "undone"),
      "brought back 2 transactions",
    ],
    [
      entry("payment", "Market", [null, { id: 1, description: "Market", lines: [coffee, coffee] }]),
      "added Market, $7.00 in 2 lines, of Nov 5",
    ],
    [entry("category", "Gym", [null, gym]), "added the category Gym"],
    [entry("category", "Gym", [gym, { ...gym, name: "Sports" }]), "renamed the category Gym to Sports"],
    [entry("category", "Gym", [gym, { ...gym, archived: true }]), "archived the category Gym"],
    [entry("category", "Gym", [{ ...gym, archived: true }, gym]), "took the category Gym out of the archive"],
    [entry("category", "Gym", [gym, { ...gym, color: "red" }]), "changed the category Gym"],
    [entry("category", "Gym", [gym, null]), "deleted the category Gym"],
    [
      entry("category", "Gym", [{ ...gym, transactions: 12 }, null]),
      "deleted the category Gym with its 12 transactions",
    ],
    [
      entry("category", "Gym", [{ ...gym, transactions: 1, movedTo: { id: 1, name: "Food" } }, null]),
      "deleted the category Gym and moved its 1 transaction to Food",
    ],
    [entry("goal", "Bicycle", [null, bicycle]), "added the goal Bicycle"],
    [
      entry("goal", "Bicycle", [bicycle, { ...bicycle, currentAmount: cents(150_00) }]),
      "added $50.00 to the goal Bicycle",
    ],
    [
      entry("goal", "Bicycle", [bicycle, { ...bicycle, currentAmount: cents(99_50) }]),
      "took $0.50 out of the goal Bicycle",
    ],
    [entry("goal", "Bicycle", [bicycle, { ...bicycle, status: "completed" }]), "completed the goal Bicycle"],
    [entry("goal", "Bicycle", [{ ...bicycle, status: "cancelled" }, bicycle]), "reopened the goal Bicycle"],
    [entry("goal", "Bicycle", [bicycle, { ...bicycle, color: "red" }]), "changed the goal Bicycle"],
    [entry("milestone", "Frame", [step, null]), "deleted the milestone Frame"],
    [entry("subscription", "Films", [null, film]), "added the subscription Films"],
    [entry("subscription", "Pay", [null, { ...film, type: "income" }]), "added the recurring income Pay"],
    [
      entry("subscription", "Films", [film, { ...film, amount: cents(14_99) }]),
      "changed the subscription Films from $12.99 to $14.99",
    ],
    [entry("subscription", "Films", [film, { ...film, active: false }]), "changed the subscription Films"],
    [
      entry("subscription", "Ben's wage", [{ ...film, type: "income" }, film], "paid"),
      "recorded Ben's wage: $12.99, due Nov 15",
    ],
    [
      entry(
        "subscription",
        "Films",
        [{ ...film, transactions: [transaction({ id: 1, categoryId: 1, description: "CINE" })] }, film],
        "paid",
      ),
      "took CINE as the payment of Films due Nov 15",
    ],
    [entry("subscription", "Films", [film, film], "paid"), "marked Films as paid: $12.99, due Nov 15"],
    [entry("subscription", "Films", [film, film], "skipped"), "skipped the payment of Films due Nov 15"],
    [
      entry("share", "ben@example.com", [null, access("full_access")]),
      "shared the budget with ben@example.com: Can edit",
    ],
    [
      entry("share", "ben@example.com", [access("view_only"), access("full_access")]),
      "changed the access of ben@example.com from View only to Can edit",
    ],
    [entry("share", "ben@example.com", [access("view_only"), null]), "ended the share with ben@example.com"],
    [entry("import", "bank.csv", [null, file], "imported"), "imported 120 transactions from bank.csv"],
    [
      entry("import", "bank.csv", [null, { ...file, added: 0 }], "imported"),
      "matched bank.csv with what was here",
    ],
  ])("%# $kind: %s", (one, expected) => expect(text(one)).toBe(`Ben ${expected}`));
});

test("shows the year of every day in a list if one of them needs it", () => {
  const bread = { ...coffee, description: "Bread", date: day("2026-12-20") };
  const added = entry("transaction", "Coffee", [null, coffee]);
  expect(texts(added, entry("transaction", "Bread", [null, bread]))).toEqual([
    "Ben added Coffee, $3.50, of Nov 5, 2026",
    "Ben added Bread, $3.50, of Dec 20, 2026",
  ]);
  expect(texts(added, planned)).toEqual([
    "Ben added Coffee, $3.50, of Nov 5",
    "Ben planned 2 categories in November",
  ]);
});

describe("an undo says", () => {
  const by = { id: "u", at: 1, by: 2 };
  test.each([
    [
      undoOf(entry("plan", "Groceries", [plan(1), plan(2)]), by),
      "undid a change of the plan for Groceries in November",
    ],
    [undoOf(entry("transaction", "Coffee", [coffee, null]), by), "brought back Coffee"],
    [undoOf(entry("transaction", "Coffee", [null, coffee]), by), "took back Coffee"],
    [undoOf(entry("category", "Gym", [gym, null]), by), "brought back the category Gym"],
    [undoOf(planned, by), "undid the plan of November"],
    [undoOf(reset, by), "undid the reset of November"],
    [undoOf(entry("import", "bank.csv", [null, file], "imported"), by), "undid the import of bank.csv"],
    [
      undoOf(undoOf(entry("import", "bank.csv", [null, file], "imported"), by), by),
      "brought back the import of bank.csv",
    ],
    [
      undoOf(entry("subscription", "Films", [film, film], "paid"), by),
      "undid a change of the subscription Films",
    ],
  ])("%#: %s", (one, expected) => expect(text(one)).toBe(`Ben ${expected}`));
});
