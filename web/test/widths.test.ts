import { expect, test } from "vitest";
import { STATES } from "./states.ts";
import { looksOf } from "./widths.ts";

/** The screens that have states at every width, with their looks. */
const LOOKS = [...Map.groupBy(STATES, ({ screen }) => screen)]
  .filter(([, states]) => states.some(({ at }) => !at))
  .map(([screen, states]) => [screen, states.flatMap(looksOf)] as const);

test.each(LOOKS)("%s is looked at in both color schemes and at the narrowest with large text", (_, looks) => {
  expect(new Set(looks.map(({ scheme }) => scheme)).size).toBe(2);
  expect(looks.some(({ width, text }) => width === 320 && text === 200)).toBe(true);
});

test("each width is looked at in both color schemes and with both sizes of text", () => {
  const all = LOOKS.flatMap(([, looks]) => looks);
  const pairs = new Set(
    all.flatMap(({ width, scheme, text }) => [`${width} ${scheme}`, `${width} ${text}`, `${scheme} ${text}`]),
  );
  // The narrowest has only large text.
  expect(pairs.size).toBe(8 * 2 + 7 * 2 + 1 + 4);
});

test("axe looks at each state", () => {
  const unseen = STATES.filter((state) => !looksOf(state).some(({ axe }) => axe));
  expect(unseen.map(({ screen, state }) => `${screen}: ${state}`)).toEqual([]);
});
