import { expect, test } from "vitest";
import { fill, isPlaceholder, PLACEHOLDERS, type PlaceholderValues, placeholdersIn } from "./announcement.ts";

const values = (given: Partial<PlaceholderValues>): PlaceholderValues => ({
  ...{
    firstName: "Ana",
    month: "October 2026",
    budgeted: "$1.00",
    income: "$1.00",
    spent: "$1.00",
    saved: "$0.00",
  },
  percentSpent: "100%",
  percentSaved: "0%",
  category1: "Rent",
  category1Amount: "$1.00",
  category1Percent: "100%",
  category2: "Food",
  category2Amount: "$0.00",
  category2Percent: "0%",
  category3: "Car",
  category3Amount: "$0.00",
  category3Percent: "0%",
  ...given,
});

test("finds the distinct names between double braces, in order", () => {
  expect(placeholdersIn("{{ firstName }} {{month}} {{firstName}} {{nonsense}} {single}")).toEqual([
    "firstName",
    "month",
    "nonsense",
  ]);
});

test("accepts only the listed placeholders", () => {
  expect(Object.keys(PLACEHOLDERS).every(isPlaceholder)).toBe(true);
  expect(["constructor", "toString", "email", ""].some(isPlaceholder)).toBe(false);
});

test("fills values into HTML escaped", () => {
  const text = { subject: "Hello {{ firstName }}", html: '<b title="{{category1}}">{{firstName}}</b>' };
  const hostile = values({ firstName: "<img src=x>", category1: '" onload="x' });
  expect(fill(text, hostile)).toEqual({
    subject: "Hello <img src=x>",
    html: '<b title="&#34; onload=&#34;x">&#60;img src=x&#62;</b>',
  });
});

test("links values, but not inside a tag or another link", () => {
  const html = '<p title="{{spent}}">{{spent}} <a href="https://x.example">of {{spent}}</a> {{income}}</p>';
  const links = { spent: 'https://coffer.example/?month=2026-10&why="expenses"' };
  const link =
    '<a href="https://coffer.example/?month=2026-10&#38;why=&#34;expenses&#34;" style="color:inherit">$1.00</a>';
  expect(fill({ subject: "{{spent}}", html }, values({}), links)).toEqual({
    subject: "$1.00",
    html: `<p title="$1.00">${link} <a href="https://x.example">of $1.00</a> $1.00</p>`,
  });
});

test("does not fill placeholders within values", () => {
  const { html } = fill({ subject: "", html: "{{firstName}}" }, values({ firstName: "{{spent}}" }));
  expect(html).toBe("{{spent}}");
});
