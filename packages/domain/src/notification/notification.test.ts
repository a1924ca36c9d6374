import { describe, expect, test } from "vitest";
import { day, goal, month, subscription } from "../../../test/fixtures.ts";
import { isGoalReached } from "../goal/goal.ts";
import { cents } from "../money/money.ts";
import { isWanted } from "./choices.ts";
import {
  crossingNotice,
  gather,
  goalBehindNotice,
  goalReachedNotice,
  importNotice,
  isPaymentDue,
  isProjectedOver,
  isSpendingOver,
  mailOfSeveral,
  paymentNotice,
  reachedThreshold,
  securityNotice,
  shareNotice,
} from "./notification.ts";

const TODAY = day("2026-11-21");
const row = (projected: number, actual: number) => ({ projected: cents(projected), actual: cents(actual) });

describe("a category's plan", () => {
  test.each([
    ["below 80%", row(400, 319), null],
    ["at 80%", row(400, 320), "near-plan"],
    ["within the last 20%", row(400, 399), "near-plan"],
    ["equal to it, like a paid bill", row(400, 400), null],
    ["beyond it", row(400, 900), "at-plan"],
    ["with more refunds than spending", row(400, -50), null],
    ["without a plan", row(0, 50), null],
    ["beyond it, within the carried amount", { ...row(400, 450), carried: cents(200) }, null],
    ["near it with the carried amount", { ...row(400, 450), carried: cents(100) }, "near-plan"],
    ["within it, but with carried overspending", { ...row(400, 50), carried: cents(-380) }, "at-plan"],
  ])("has reached a threshold or none: %s", (_what, given, expected) =>
    expect(reachedThreshold(given)).toBe(expected),
  );

  test.each([
    ["expected above the plan", row(400, 200), 401, true],
    ["expected on the plan", row(400, 200), 400, false],
    ["already used up", row(400, 400), 500, false],
    ["without a plan", row(0, 0), 500, false],
  ])("is projected to be exceeded: %s", (_what, given, expected, told) => {
    expect(isProjectedOver(given, cents(expected))).toBe(told);
  });

  const groceries = {
    ...row(400_00, 320_00),
    month: month("2026-11"),
    category: { id: 7, name: "Groceries" },
    expected: cents(450_00),
  };

  test.each([
    ["near-plan", 320_00, "7", "Groceries has used 80% of its plan for November 2026: $320.00 of $400.00."],
    ["near-plan", 399_90, "7", "Groceries has used 99% of its plan for November 2026: $399.90 of $400.00."],
    ["at-plan", 412_50, "difference-7", "Groceries is $12.50 over its plan for November 2026."],
    [
      "projected-over",
      320_00,
      "forecast-7",
      "Groceries is expected to end November 2026 at $450.00, $50.00 over its plan.",
    ],
  ] as const)("has the notice %s at %d cents, which links to %s", (kind, actual, why, text) => {
    expect(crossingNotice(kind, { ...groceries, actual: cents(actual) }, "USD")).toEqual({
      id: `${kind}:2026-11:7`,
      kind,
      subject: expect.not.stringMatching(/[$]/),
      text,
      link: `/budget?month=2026-11&why=${why}`,
    });
  });
});

test("the notice of a plan with a carried amount links to the available amount", () => {
  const carrying = {
    ...row(400_00, 450_00),
    carried: cents(40_00),
    month: month("2026-11"),
    category: { id: 7, name: "Groceries" },
    expected: cents(450_00),
  };
  expect(crossingNotice("at-plan", carrying, "USD")).toMatchObject({
    text: "Groceries is $10.00 over its plan and what it carried for November 2026.",
    link: "/budget?month=2026-11&why=available-7",
  });
});

describe("a payment", () => {
  test.each([
    ["within its notice period", "2026-11-24", {}, true],
    ["today", "2026-11-21", {}, true],
    ["before its notice period", "2026-11-25", {}, false],
    ["overdue", "2026-11-20", {}, false],
    ["of a paused subscription", "2026-11-22", { active: false }, false],
    ["of recurring income", "2026-11-22", { type: "income" }, false],
    ["of a weekly subscription", "2026-11-22", { frequency: "weekly" }, false],
    ["of a biweekly subscription", "2026-11-22", { frequency: "biweekly" }, true],
  ] as const)("has a notice or not: %s", (_what, next, given, expected) => {
    expect(isPaymentDue(subscription({ nextPaymentDate: day(next), ...given }), TODAY)).toBe(expected);
  });

  test.each([
    ["2026-11-21", "Newspaper, $10, is due today."],
    ["2026-11-22", "Newspaper, $10, is due tomorrow."],
    ["2026-11-24", "Newspaper, $10, is due in 3 days."],
  ])("due on %s has one notice per date", (next, text) => {
    const notice = paymentNotice(subscription({ nextPaymentDate: day(next) }), TODAY, "USD");
    expect(notice).toEqual({
      id: `payment-due:1:${next}`,
      kind: "payment-due",
      text,
      subject: text.replace(", $10, ", " ").slice(0, -1),
      link: "/subscriptions?why=subscription-1",
    });
  });
});

describe("a goal", () => {
  const saving = (currentAmount: number) => goal({ currentAmount: cents(currentAmount) });

  test.each([
    [999_99, "in-progress", false],
    [1_000_00, "in-progress", true],
    [1_200_00, "completed", false],
    [1_200_00, "cancelled", false],
  ] as const)("with %d cents that is %s counts as reached or not", (cents, status, expected) => {
    expect(isGoalReached({ ...saving(cents), status })).toBe(expected);
  });

  test("that is reached has one notice per target", () => {
    expect(goalReachedNotice(saving(1_000_00), "USD")).toMatchObject({
      id: "goal-reached:1:100000",
      text: "Bicycle has reached its target of $1,000.00.",
    });
  });

  test("that is behind has one notice a month", () => {
    expect(goalBehindNotice(saving(0), TODAY, "USD")).toMatchObject({
      id: "goal-behind:1:2026-11",
      text: "Bicycle is $833.33 behind schedule.",
    });
    expect(goalBehindNotice(saving(1_000_00), TODAY, "USD")).toBeNull();
  });
});

test.each([
  [shareNotice("offered", 5, "Ana Lee"), "share:5:offered", "Ana Lee has shared a budget with you."],
  [
    shareNotice("accepted", 5, "Ben"),
    "share:5:accepted",
    "Ben has accepted your invitation and can open your budget now.",
  ],
  [shareNotice("ended", 5, "Ana"), "share:5:ended", "Ana no longer shares a budget with you."],
  [shareNotice("left", 5, "Ben"), "share:5:left", "Ben has left your budget."],
  [shareNotice("gone", 5, "Home"), "share:5:gone", "You have left “Home”. Its other members keep it."],
  [securityNotice("password-changed", 9), "security:password-changed:9", "Your password was changed."],
  [
    securityNotice("sessions-ended", 9),
    "security:sessions-ended:9",
    "You were logged out on your other devices.",
  ],
  [
    importNotice("b1", "bank.csv", 1),
    "import:b1",
    "Your import from bank.csv is finished: 1 transaction added.",
  ],
])("words a notice: $text", (notice, id, text) => expect(notice).toMatchObject({ id, text }));

test.each([
  ["no choice of their own", { notifications: true, notify: {} }, true],
  ["the kind turned off", { notifications: true, notify: { share: false } }, false],
  ["another kind turned off", { notifications: true, notify: { import: false } }, true],
  ["all notifications turned off", { notifications: false, notify: { share: true } }, false],
])("is wanted or not by a user with %s", (_what, user, expected) =>
  expect(isWanted("share", user)).toBe(expected),
);

test.each([
  ["a trip whose purchases ended four days ago", "2026-11-17", [0, 900, 0, 800], true],
  ["a trip that continues", "2026-11-18", [900, 0, 800], false],
  ["a trip of earlier months", null, [900, 0, 0], true],
  ["monthly spending", "2026-11-02", [300, 310, 305], false],
  ["monthly spending that began recently", "2026-11-02", [0, 0, 305], false],
  ["spending without history", "2026-11-02", [0, 0, 0], false],
])("forecasts ignore spending that has ended: %s", (_what, latest, past, expected) => {
  expect(isSpendingOver(latest === null ? null : day(latest), TODAY, past.map(cents))).toBe(expected);
});

test("several notices of a kind are combined", () => {
  const due = (id: number) => paymentNotice(subscription({ id, nextPaymentDate: TODAY }), TODAY, "USD");
  const secure = (at: number) => securityNotice("password-changed", at);
  const [rent, power] = [due(1), due(2)];
  const reached = goalReachedNotice(goal(), "USD");
  const told = gather([rent, secure(1), reached, power, secure(2)]);
  expect(told.map(({ title, notices }) => [title, notices.length])).toEqual([
    ["2 payments are due", 2],
    [undefined, 1],
    [undefined, 1],
    [undefined, 1],
  ]);
  expect(mailOfSeveral("2 payments are due", [rent, power])).toEqual({
    subject: "2 payments are due",
    text: `${rent.text} ${power.text}`,
    link: "/subscriptions",
  });
});
