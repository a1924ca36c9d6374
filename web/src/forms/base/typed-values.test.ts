import { plain } from "@coffer/domain/activity/version-tag";
import { category } from "@coffer/domain/category/definition";
import { draftOf } from "@coffer/domain/definition/kind";
import { goal, milestone } from "@coffer/domain/goal/definition";
import { cents } from "@coffer/domain/money/money";
import { subscription } from "@coffer/domain/subscription/definition";
import { transaction } from "@coffer/domain/transaction/definition";
import * as v from "valibot";
import { expect, test } from "vitest";
import * as fixtures from "../../../../packages/test/fixtures.ts";
import { categoryForm, goalForm, milestoneForm, subscriptionForm, transactionForm } from "../schemas.ts";
import { typedValues } from "./typed-values.ts";

const purchase = fixtures.transaction({ id: 1, amount: cents(123_450), refund: false });
const shared = { goalId: 7, paidBy: 3, shares: [{ userId: 3, percent: 100 }], notes: "Two" };
const box = { ...fixtures.subscription(), type: "expense" as const };
const dates = {
  endDate: fixtures.day("2027-01-31"),
  trialEndDate: fixtures.day("2026-11-30"),
  cancelNoticeDays: 14,
};
const bare = { endDate: null, trialEndDate: null, cancelNoticeDays: null, secondDay: null };
const step = { id: 2, goalId: 1, name: "Half", amount: cents(50), description: null };

/** Values as versions are compared: absent, null, false and empty values are equal. */
const comparable = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => plain(value) !== null));

test.each([
  [transaction, transactionForm, purchase],
  [transaction, transactionForm, { ...purchase, ...shared }],
  [subscription, subscriptionForm, { ...box, ...bare }],
  [subscription, subscriptionForm, { ...box, ...bare, ...dates, website: "https://example.com" }],
  [goal, goalForm, fixtures.goal({ description: "Sea", categoryId: null })],
  [milestone, milestoneForm, step],
])("an unedited form sends the stored values (%#)", (kind, form, thing) => {
  const read = v.parse(form("USD") as v.GenericSchema, typedValues(kind, thing, "USD"));
  expect(comparable(Object(read))).toEqual(comparable(draftOf(kind, thing)));
});

test("a category's form shows unset values as empty", () => {
  const values = typedValues(category, fixtures.category({ id: 1, description: null }), "USD");
  expect(values).toMatchObject({ description: "", group: "", carry: undefined, kind: undefined });
  expect(v.parse(categoryForm("USD"), { ...values, carry: "none" })).toMatchObject({
    group: null,
    kind: null,
  });
});
