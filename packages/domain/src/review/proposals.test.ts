import { expect, test } from "vitest";
import { category, day, subscription, transaction } from "../../../test/fixtures.ts";
import { fingerprintOf } from "../import/import-row.ts";
import { cents } from "../money/money.ts";
import { type ProposalFacts, proposalsFor } from "./proposals.ts";
import type { ReviewRow } from "./review.ts";
import { transferPairs } from "./transfers.ts";

const row = (given: Partial<ReviewRow> = {}): ReviewRow => ({
  id: 100,
  date: day("2026-11-20"),
  description: "REWE SAGT DANKE",
  amount: cents(12_34),
  type: "expense",
  source: "Bank",
  state: "waiting",
  ...given,
});
const NOTHING: ProposalFacts = {
  categories: [category({ id: 1 }), category({ id: 2, name: "Rent" })],
  rules: [],
  subscriptions: [],
  transactions: [],
  others: [],
  today: day("2026-11-24"),
};
function propose(rows: readonly ReviewRow[], facts: Partial<ProposalFacts> = {}) {
  const steps = proposalsFor(rows, { ...NOTHING, ...facts });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test("a rule takes precedence over the history", () => {
  const rules = [{ id: 1, contains: "rewe", categoryId: 2, goalId: 7 }];
  const transactions = [
    transaction({ id: 1, categoryId: 1, description: "REWE SAGT DANKE", amount: cents(5) }),
  ];
  const one = row({ proposedId: 1 });
  expect(propose([one], { rules, transactions })[0]?.proposed).toEqual({
    categoryId: 2,
    goalId: 7,
    by: "rule",
  });
  expect(propose([one], { transactions })[0]?.proposed).toEqual({
    categoryId: 1,
    goalId: null,
    by: "history",
  });
  expect(propose([row({ proposedId: 2 })])[0]?.proposed).toEqual({
    categoryId: 2,
    goalId: null,
    by: "history",
  });
  expect(propose([row({ proposedId: 9 })])[0]?.proposed).toBeNull();
  expect(propose([row()])[0]?.proposed).toBeNull();
});

test("an entered transaction matches only one row", () => {
  const typed = transaction({
    id: 5,
    categoryId: 1,
    description: "Rewe",
    date: day("2026-11-18"),
    amount: cents(12_34),
  });
  const rows = [row(), row({ id: 101, date: day("2026-11-22") })];
  const like = { state: "like", transactionId: 5, subscriptionId: null };
  expect(propose(rows, { transactions: [typed] }).map(({ match }) => match)).toEqual([like, null]);
  const imported = { ...typed, imported: fingerprintOf(typed) };
  expect(propose(rows, { transactions: [imported] }).map(({ match }) => match)).toEqual([null, null]);
});

test.each<[string, Partial<ReviewRow>, Parameters<typeof subscription>[0], boolean]>([
  ["due in three days", {}, {}, true],
  ["within a tenth", { amount: cents(9_10) }, {}, true],
  ["beyond a tenth", { amount: cents(8_00) }, {}, false],
  ["overdue", { date: day("2026-11-20") }, { nextPaymentDate: day("2026-10-27") }, true],
  ["due in more than a week", {}, { nextPaymentDate: day("2026-12-27") }, false],
  ["of another name", { description: "DISNEY PLUS" }, {}, false],
  ["inactive", {}, { active: false }, false],
  ["a refund", { refund: true }, {}, false],
  ["income", { type: "income" }, {}, false],
  ["long before the due date", { date: day("2026-11-01") }, {}, false],
])("a row matches a payment or not: %s: %#", (_, given, of, fits) => {
  const netflix = subscription({
    id: 3,
    categoryId: 1,
    name: "Netflix",
    amount: cents(9_99),
    nextPaymentDate: day("2026-11-27"),
    ...of,
  });
  const one = row({
    description: "NETFLIX.COM 4711",
    amount: cents(9_99),
    date: day("2026-11-24"),
    ...given,
  });
  const due = { state: "due", transactionId: null, subscriptionId: 3 };
  expect(propose([one], { subscriptions: [netflix] })[0]?.match).toEqual(fits ? due : null);
});

test.each<[string, { rename?: string; categoryId?: number }, boolean]>([
  ["renames it", { rename: "Netflix" }, true],
  ["puts it into the payment's category", { categoryId: 1 }, true],
  ["puts it into another category", { categoryId: 2 }, false],
])("a row matches a payment or not if a rule %s: %#", (_, rule, fits) => {
  const netflix = subscription({
    id: 3,
    categoryId: 1,
    name: "Netflix",
    amount: cents(9_99),
    nextPaymentDate: day("2026-11-27"),
  });
  const facts = { subscriptions: [netflix], rules: [{ id: 1, contains: "nflx", ...rule }] };
  const one = row({ description: "NFLX 4711", amount: cents(10_49) });
  expect(propose([one], facts)[0]?.match?.subscriptionId).toBe(fits ? 3 : undefined);
});

test("a payment is proposed for the row nearest in amount and date", () => {
  const netflix = subscription({
    id: 3,
    categoryId: 1,
    name: "Netflix",
    amount: cents(9_99),
    nextPaymentDate: day("2026-10-27"),
  });
  const rows = ["2026-11-24", "2026-10-26"].map((date, id) =>
    row({ id, description: "NETFLIX.COM", amount: cents(9_99), date: day(date) }),
  );
  const matches = propose(rows, { subscriptions: [netflix] }).map(({ match }) => match?.subscriptionId);
  expect(matches).toEqual([undefined, 3]);
});

test.each<[string, Partial<ReviewRow>, Partial<ReviewRow>, boolean]>([
  ["of two accounts", { account: "A" }, { account: "B" }, true],
  ["of one account", { account: "A" }, { account: "A", batch: "other" }, false],
  ["of two files", { batch: "one" }, { batch: "two" }, true],
  ["of one file", { batch: "one" }, { batch: "one" }, false],
  ["of two files of one import", { batch: "one", file: "a.csv" }, { batch: "one", file: "b.csv" }, true],
  ["of one file of one import", { batch: "one", file: "a.csv" }, { batch: "one", file: "a.csv" }, false],
  ["of two files of one name", { batch: "one", file: "a.csv" }, { batch: "two", file: "a.csv" }, true],
  [
    "of two files of one account",
    { batch: "one", account: "A", file: "a.csv" },
    { batch: "one", account: "A", file: "b.csv" },
    false,
  ],
  [
    "of two files, one with an account",
    { batch: "one", account: "A", file: "a.csv" },
    { batch: "one", file: "b.csv" },
    true,
  ],
  ["that were restored", { file: "a.csv" }, { file: "b.csv" }, true],
  ["five days apart", { account: "A" }, { account: "B", date: day("2026-11-25") }, false],
  ["of other amounts", { account: "A" }, { account: "B", amount: cents(1) }, false],
  ["with the same direction", { account: "A" }, { account: "B", type: "expense" }, false],
])("halves %s are a transfer: %#", (_, out, inn, isPair) => {
  const other = row({ id: 101, type: "income", date: day("2026-11-23"), ...inn });
  expect(propose([row(out), other]).map(({ transferOf }) => transferOf)).toEqual(
    isPair ? [101, 100] : [null, null],
  );
});

test("the other half of a transfer is proposed for only one row", () => {
  const typed = transaction({
    id: 5,
    categoryId: 1,
    type: "income",
    amount: cents(12_34),
    date: day("2026-11-19"),
  });
  const rows = [row({ batch: "one" }), row({ id: 101, batch: "one", date: day("2026-11-19") })];
  expect(propose(rows, { transactions: [typed] }).map(({ transferOf }) => transferOf)).toEqual([null, 5]);
});

test("a split purchase matches the row of its total", () => {
  const line = { categoryId: 1, date: day("2026-11-19"), paymentId: 5 };
  const transactions = [
    transaction({ ...line, id: 5, amount: cents(10_00) }),
    transaction({ ...line, id: 6, amount: cents(2_34) }),
    transaction({ ...line, id: 7, paymentId: 7, type: "income", amount: cents(12_34) }),
  ];
  const [proposal] = propose([row()], { transactions });
  expect(proposal).toMatchObject({ match: { state: "like", transactionId: 5 }, transferOf: null });
});

test("transactions without an opposite amount become single halves", () => {
  const of = (id: number, type: "income" | "expense", amount: number) =>
    transaction({ id, type, amount: cents(amount), date: day("2026-11-20") });
  const moved = [
    of(1, "expense", 5),
    of(2, "income", 7),
    of(3, "income", 5),
    of(4, "expense", 7),
    of(5, "income", 5),
  ];
  expect(transferPairs(moved)).toEqual([{ ids: [1, 3] }, { ids: [2, 4] }, { ids: [5] }]);
});
