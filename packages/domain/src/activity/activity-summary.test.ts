import { expect, test } from "vitest";
import { month, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import type { ActivityEntry } from "./activity.ts";
import { activitySummary } from "./activity-summary.ts";

const BEN = 2;
const ANA = 3;
const reader = {
  nameOf: (id: number) => (id === BEN ? "Ben" : "Ana"),
  currency: "USD",
  month: month("2026-11"),
} as const;
const done = { id: "e", at: 0, entityId: 1, undoes: null, undoneBy: null };
const dining = (projected: number, of = "2026-11") => ({
  categoryId: 7,
  month: month(of),
  projected: cents(projected),
});

const entered = (by: number | null): ActivityEntry => ({
  ...done,
  by,
  action: "created",
  kind: "transaction",
  label: "Lunch",
  before: null,
  after: transaction({ id: 1 }),
});
const planned = (by: number, from: number, to: number, of?: string): ActivityEntry => ({
  ...done,
  by,
  action: "changed",
  kind: "plan",
  label: "Dining out",
  before: dining(from, of),
  after: dining(to, of),
});
const share = { id: 5, email: "ben@example.com", permission: "full_access", opened: true } as const;
const accepted: ActivityEntry = {
  ...done,
  by: BEN,
  action: "changed",
  kind: "share",
  label: share.email,
  before: { ...share, opened: false },
  after: share,
};
const deleted = (by: number): ActivityEntry => ({ ...entered(by), action: "deleted" });

test.each([
  [
    "what each person did",
    [entered(BEN), planned(ANA, 1_00, 51_00), entered(BEN)],
    "Ben entered 2 transactions, Ana raised Dining out by $50.00",
  ],
  ["a lowered plan", [planned(ANA, 51_00, 1_00)], "Ana lowered Dining out by $50.00"],
  ["several plans of one person", [planned(ANA, 1, 2), planned(ANA, 2, 1)], "Ana changed 2 plans"],
  ["one other change", [deleted(BEN)], "Ben made 1 change"],
  [
    "all kinds of changes together",
    [deleted(BEN), entered(BEN), planned(BEN, 0, 5_00), deleted(BEN)],
    "Ben entered 1 transaction, raised Dining out by $5.00 and made 2 other changes",
  ],
  [
    "undone changes and undos as nothing",
    [
      { ...entered(BEN), undoneBy: "u" },
      { ...entered(BEN), undoes: "e" },
    ],
    null,
  ],
  ["changes by the daily job as nothing", [entered(null)], null],
  ["an unchanged plan as nothing", [planned(BEN, 5_00, 5_00)], null],
  [
    "a plan of another month with that month",
    [planned(ANA, 0, 5_00, "2026-12")],
    "Ana raised Dining out by $5.00 for December 2026",
  ],
  ["an accepted invitation", [accepted], "Ben accepted the invitation"],
  ["no changes as nothing", [], null],
])("sums up %s", (_what, entries, expected) => expect(activitySummary(entries, reader)).toBe(expected));
