import { expect, test } from "vitest";
import { firstWeekday } from "../subscription/payment-calendar.ts";

const WEEKS = [
  ["en-US", 0],
  ["de", 1],
  ["en-GB", 1],
  ["pt-BR", 0],
  ["ar-EG", 6],
  ["fa", 6],
  ["en-US@posix", 0],
] as const;

test.each(WEEKS)("weeks of %s begin on day %d", (locale, first) => expect(firstWeekday(locale)).toBe(first));

test("so they do where the browser has no word for it", () => {
  const { prototype } = Intl.Locale;
  const known = Object.getOwnPropertyDescriptors(prototype);
  for (const name of ["getWeekInfo", "weekInfo"]) Reflect.deleteProperty(prototype, name);
  try {
    for (const [locale, first] of WEEKS) expect(firstWeekday(locale)).toBe(first);
  } finally {
    Object.defineProperties(prototype, known);
  }
});
