import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { category } from "../../../test/fixtures.ts";
import { household } from "../../../test/household.ts";
import { fillTips, type TipsAnswer } from "./fill-tips.ts";
import { nameFacts } from "./named-facts.ts";
import { tipFacts } from "./tips.ts";
import { wordFacts } from "./wording.ts";

const facts = tipFacts(household);
const named = nameFacts(facts, "USD");
const templates = wordFacts(facts, "USD");
const answer = (given: Partial<TipsAnswer>): TipsAnswer => ({
  summary: "All is well.",
  tips: [],
  forecasts: [],
  ...given,
});
const fill = (given: Partial<TipsAnswer>) => fillTips(answer(given), named, templates);

describe("facts are filled in", () => {
  test("where their names stand", () => {
    const filled = fill({
      summary: "In {{month.name}} you have {{month.spent}}, of {{month.plan}} ({{month.daysLeft}}).",
      tips: ["{{c2.name}} is {{c2.overNow}}: pause it, with {{month.daysLeft}}.", "Keep going."],
      forecasts: [{ category: "c1", forecast: "Look out, {{c1.overAtEnd}}!" }],
    });
    expect(filled).toMatchObject({
      summary: "In November 2026 you have $1,920.00 spent, of $2,000.00 planned (16 days left in the month).",
      tips: ["Fun 2 is $20.00 over its budget: pause it, with 16 days left in the month.", "Keep going."],
    });
    expect(filled?.about).toEqual([4, "left"]);
    expect(filled?.forecasts[0]).toEqual({
      categoryId: 3,
      category: "Food",
      forecast: "Look out, $100.00 expected over its budget!",
    });
  });

  test("once: a category called like a placeholder stays what it is called", () => {
    const categories = household.categories.map((one) =>
      one.id === 4 ? category({ id: 4, name: "{{c1.overNow}} <b>12</b>" }) : one,
    );
    const known = tipFacts({ ...household, categories });
    const tips = ["{{c2.name}}’s plan is tight."];
    expect(fillTips(answer({ tips }), nameFacts(known, "USD"), wordFacts(known, "USD"))?.tips).toEqual([
      "{{c1.overNow}} <b>12</b>’s plan is tight.",
    ]);
  });

  test("and templates word the forecasts that are left out", () => {
    const filled = fill({
      forecasts: [
        { category: "c2", forecast: "It will end well." },
        { category: "c3", forecast: "Paid." },
      ],
    });
    expect(filled?.forecasts.map(({ forecast }) => forecast)).toEqual([
      templates.forecasts[0]?.forecast,
      "There is no history yet to forecast from. It is $20 over its budget already.",
      "Paid.",
    ]);
  });
});

describe("an answer is refused whole for", () => {
  test.each<[string, Partial<TipsAnswer>]>([
    ["a digit in the summary", { summary: "You spent $1,920.00." }],
    ["a digit in a tip", { tips: ["Keep going.", "Save 5 more."] }],
    ["a digit in a forecast", { forecasts: [{ category: "c1", forecast: "About 500" }] }],
    ["a number word", { tips: ["Put a thousand aside."] }],
    ["a word without a space between", { summary: "Up by {{month.spent}}k." }],
    ["no words", { summary: " " }],
    ["markup", { tips: ["<b>Careful</b>"] }],
    ["an address", { tips: ["See www.evil.example"] }],
    ["an address that a name would make", { tips: ["See {{c2.name}}.example"] }],
    ["placeholders that touch", { tips: ["{{c2.name}}{{c2.name}} is {{c2.overNow}}."] }],
    ["placeholders joined to a number", { tips: ["{{c2.name}}.{{c2.name}}"] }],
    ["a sign before a placeholder", { summary: "Down -{{month.spent}}" }],
    ["an unknown placeholder", { summary: "{{month.saved}} saved." }],
    ["the name of what every object has", { summary: "{{constructor}} and {{month.toString}}" }],
    ["a fact that does not hold", { tips: ["{{c1.name}} is {{c1.overNow}}."] }],
    ["a placeholder that is not closed", { summary: "{{month.spent} so far" }],
    ["a category's fact in the summary", { summary: "You are {{c2.overNow}}." }],
    ["a category's fact without its name", { tips: ["You are {{c2.overNow}}."] }],
    ["facts of two categories in a tip", { tips: ["{{c1.name}} is {{c2.overNow}} with {{c2.name}}."] }],
    ["the month's amounts in a category's tip", { tips: ["{{c2.name}} is {{month.overAtEnd}}."] }],
    ["another category's fact in a forecast", { forecasts: [{ category: "c1", forecast: "{{c3.spent}}" }] }],
    ["the month's amounts in a forecast", { forecasts: [{ category: "c1", forecast: "{{month.spent}}" }] }],
    ["another category's name in plain words", { tips: ["{{c1.name}}, or RENT: {{c1.overAtEnd}}."] }],
    ["a category's name beside the month's facts", { summary: "Food is {{month.spent}}." }],
    ["a forecast of an unknown category", { forecasts: [{ category: "Food", forecast: "Fine." }] }],
    [
      "two forecasts of a category",
      {
        forecasts: [
          { category: "c1", forecast: "Fine." },
          { category: "c1", forecast: "Bad." },
        ],
      },
    ],
  ])("%s", (_what, given) => expect(fill(given)).toBeUndefined());
});

test("a category's own name, or a name within a longer word, may stand in plain words", () => {
  expect(
    fill({ tips: ["{{c1.name}} is {{c1.overAtEnd}}: plan food ahead for your parents, currently."] })?.tips,
  ).toHaveLength(1);
});

test("whatever a model answers, every digit that is shown stands in a phrase", () => {
  const everyPhrase = [named.always, named.month, ...named.categories.map(({ phrases }) => phrases)];
  const names = everyPhrase.flatMap(Object.keys).map((name) => `{{${name}}}`);
  const word = fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom(...names, "is", "over", "5", "-", ".", ",", "ten", "{{", "}}", "k", "Rent", "\n"),
    fc.string({ unit: "grapheme", maxLength: 3 }),
  );
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(" ", " ", " ", "")), { minLength: 1, maxLength: 6 })
    .map((words) => words.flat().join(""));
  const longestFirst = everyPhrase.flatMap(Object.values).sort((a, b) => b.length - a.length);
  const templateTexts = new Set<string | undefined>(templates.forecasts.map(({ forecast }) => forecast));
  fc.assert(
    fc.property(text, fc.constantFrom("c1", "c3"), (given, category) => {
      const texts = [
        fill({ summary: given })?.summary,
        ...(fill({ tips: [given] })?.tips ?? []),
        ...(fill({ forecasts: [{ category, forecast: given }] })?.forecasts ?? []).map((c) => c.forecast),
      ].filter((shown) => !templateTexts.has(shown));
      for (const shown of texts) {
        // Names have no digits: a model may write one twice without a space.
        const mark = (phrase: string) => (/\p{N}/u.test(phrase) ? "·" : "");
        const rest = longestFirst.reduce(
          (left, phrase) => left.replaceAll(phrase, mark(phrase)),
          shown ?? "",
        );
        expect(rest).not.toMatch(/[\p{N}$%<>@{}]|··/u);
      }
    }),
    { numRuns: 1_000 },
  );
});
