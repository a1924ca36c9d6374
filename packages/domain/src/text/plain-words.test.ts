import { expect, test } from "vitest";
import { isPlainWord } from "../tips/fill-tips.ts";

const refused = (text: string) => text.split(" ").filter((word) => !isPlainWord(word));

test.each([
  "A calm month: it's well within its plan, and (so far) nothing's late!",
  "Don't worry – the month-end is near; you'd still manage… won't you?",
  "First look at what I call “small” things, once the rent is paid.",
  "Someone often weighs tenants, attends a tension, forthcoming fortunes, doubts, trips",
])("takes %j", (text) => {
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
  ["parts and multiples", "half halves halved quarter twice thrice double doubled tripled quadruple tenfold"],
  ["measures", "dozen dozens couple percent fortnight grand bn"],
  ["numbers with an ending or in quotes", "one's (two) “three”, six's no-one"],
  ["markup", "<b>Careful</b> **bold** # - `code` [link](x) &amp;"],
  ["addresses", "www.evil.example https://evil.example evil.example ana@evil.example evil/path e.g."],
  ["braces", "{{month.spent}} { } {{"],
  ["letters of other scripts", "thоusand café Привет"],
  ["what cannot be seen", "a\u200bb \u0000 \u202e \u00ad"],
])("refuses %s", (_what, text) => {
  expect(refused(text)).toEqual(text.split(" "));
});
