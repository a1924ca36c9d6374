import { expect, test } from "vitest";
import { STATES } from "./states.ts";
import { looksOf } from "./widths.ts";

/** The screens that have states at every width, with their looks. */
const LOOKS = [...Map.groupBy(STATES, ({ screen }) => screen)]
  .filter(([, states]) => states.some(({ at }) => !at))
  .map(([screen, states]) => [screen, states.flatMap(looksOf)] as const);

test.each(LOOKS)("%s is looked at in each width, color scheme and size of text", (_, looks) => {
  for (const width of [320, 375, 768, 1024, 1140, 1280, 1600, 1920])
    expect(looks.some((look) => look.width === width)).toBe(true);
  for (const scheme of ["light", "dark"]) expect(looks.some((look) => look.scheme === scheme)).toBe(true);
  for (const text of [100, 200]) expect(looks.some((look) => look.text === text)).toBe(true);
});

test("each width is looked at in both color schemes and with both sizes of text", () => {
  const all = LOOKS.flatMap(([, looks]) => looks);
  const pairs = new Set(
    all.flatMap(({ width, scheme, text }) => [`${width} ${scheme}`, `${width} ${text}`, `${scheme} ${text}`]),
  );
  expect(pairs.size).toBe(8 * 2 + 8 * 2 + 4);
});
