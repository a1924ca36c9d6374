import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { category } from "../../../test/fixtures.ts";
import { household } from "../../../test/household.ts";
import { fillTips, isPlainWord, type TipsAnswer } from "./fill-tips.ts";
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
  test("in place of their names", () => {
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

  test("once: a category's name that looks like a placeholder is kept", () => {
    const categories = household.categories.map((one) =>
      one.id === 4 ? category({ id: 4, name: "{{c1.overNow}} <b>12</b>" }) : one,
    );
    const known = tipFacts({ ...household, categories });
    const tips = ["{{c2.name}}’s plan is tight."];
    expect(fillTips(answer({ tips }), nameFacts(known, "USD"), wordFacts(known, "USD"))?.tips).toEqual([
      "{{c1.overNow}} <b>12</b>’s plan is tight.",
    ]);
  });

  test("and templates replace missing forecasts", () => {
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

describe("a whole answer is refused for", () => {
  test.each<[string, Partial<TipsAnswer>]>([
    ["a digit in the summary", { summary: "You spent $1,920.00." }],
    ["a digit in a tip", { tips: ["Keep going.", "Save 5 more."] }],
    ["a digit in a forecast", { forecasts: [{ category: "c1", forecast: "About 500" }] }],
    ["a number word", { tips: ["Put a thousand aside."] }],
    ["a letter after a placeholder", { summary: "Up by {{month.spent}}k." }],
    ["no words", { summary: " " }],
    ["markup", { tips: ["<b>Careful</b>"] }],
    ["an address", { tips: ["See www.evil.example"] }],
    ["an address formed with a name", { tips: ["See {{c2.name}}.example"] }],
    ["placeholders that touch", { tips: ["{{c2.name}}{{c2.name}} is {{c2.overNow}}."] }],
    ["placeholders joined to a number", { tips: ["{{c2.name}}.{{c2.name}}"] }],
    ["a sign before a placeholder", { summary: "Down -{{month.spent}}" }],
    ["an unknown placeholder", { summary: "{{month.saved}} saved." }],
    ["the name of an inherited property", { summary: "{{constructor}} and {{month.toString}}" }],
    ["a fact that is not true", { tips: ["{{c1.name}} is {{c1.overNow}}."] }],
    ["a placeholder that is not closed", { summary: "{{month.spent} so far" }],
    ["a category's fact in the summary", { summary: "You are {{c2.overNow}}." }],
    ["a category's fact without its name", { tips: ["You are {{c2.overNow}}."] }],
    ["facts of two categories in a tip", { tips: ["{{c1.name}} is {{c2.overNow}} with {{c2.name}}."] }],
    ["the month's amounts in a category's tip", { tips: ["{{c2.name}} is {{month.overAtEnd}}."] }],
    ["another category's fact in a forecast", { forecasts: [{ category: "c1", forecast: "{{c3.spent}}" }] }],
    ["the month's amounts in a forecast", { forecasts: [{ category: "c1", forecast: "{{month.spent}}" }] }],
    ["another category's name in plain words", { tips: ["{{c1.name}}, or RENT: {{c1.overAtEnd}}."] }],
    ["a category's name next to the month's facts", { summary: "Food is {{month.spent}}." }],
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

test("plain words may contain the subject's name", () => {
  expect(
    fill({ tips: ["{{c1.name}} is {{c1.overAtEnd}}: plan food ahead for your parents, currently."] })?.tips,
  ).toHaveLength(1);
});

test("all digits shown come from the facts", () => {
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
        // Names contain no digits, so a model may repeat one without a space.
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

const refused = (text: string) => text.split(" ").filter((word) => !isPlainWord(word));

test.each([
  "A calm month: it's well within its plan, and (so far) nothing's late!",
  "Don't worry – the month-end is near; you'd still manage… won't you?",
  "First look at what I call “small” things, once the rent is paid.",
  "Someone often weighs tenants, attends a tension, forthcoming fortunes, doubts, trips",
])("plain words: %j", (text) => {
  expect(refused(text)).toEqual([]);
});

test.each([
  ["digits", "5 12% $3 1,000 2nd 1e9 a1"],
  ["digits of other scripts", "５００ ٥٠٠ ५ ½ x² ⅷ 三 ①"],
  ["Roman numerals", "XII IV MMXXVI"],
  ["letters that scale", "k M x K."],
  ["cardinals", "one two Three twelve thirteen forty-two ninety HUNDRED thousands million billion zero nil"],
  [
    "ordinals and fractions",
    "second third fourth fifth sixth ninths tenth twelfth twentieth hundredth two-thirds",
  ],
  [
    "parts and multiples",
    "half halves halved quarter twice thrice double doubled tripled quadruple sextupled tenfold",
  ],
  ["measures", "dozen dozens couple trio score tenner percent fortnight decade grand bn lakh crores myriad"],
  ["numbers with an ending or in quotes", "one's (two) “three”, six's no-one"],
  ["markup", "<b>Careful</b> **bold** # - `code` [link](x) &amp;"],
  ["addresses", "www.evil.example https://evil.example evil.example ana@evil.example evil/path e.g."],
  ["braces", "{{month.spent}} { } {{"],
  ["letters of other scripts", "thоusand café Привет"],
  ["invisible characters", "a\u200bb \u0000 \u202e \u00ad"],
])("plain words exclude %s", (_what, text) => {
  expect(refused(text)).toEqual(text.split(" "));
});
