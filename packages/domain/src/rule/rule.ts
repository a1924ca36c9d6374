import type { ThingOf } from "../definition/kind.ts";
import { folded } from "../text/folded.ts";
import type { rule } from "./definition.ts";

export type Rule = ThingOf<typeof rule>;

export const MAX_RULES = 200;

export function ruleApplies({ contains }: Pick<Rule, "contains">, description: string): boolean {
  const wanted = folded(contains);
  return wanted !== "" && folded(description).includes(wanted);
}

/** Removes trailing numbers, which differ each time: "MVG Ticket 0001" becomes "MVG Ticket". */
export function lastingText(description: string): string {
  const words = description.trim().split(/\s+/);
  const isNumber = (word = "") => /\p{N}/u.test(word) && !/\p{L}/u.test(word);
  while (words.length > 1 && isNumber(words.at(-1))) words.pop();
  return words.join(" ");
}

/**
 * The constant part of a shop's descriptions, for a rule: the longest run of words without dates and numbers. "26.11. REWE
 * SAGT DANKE 4711 Berlin" becomes "REWE SAGT DANKE". A digit within a name is kept, as in "O2".
 */
export function steadyText(description: string): string {
  const words = description.trim().split(/\s+/);
  const isSteady = words.map((word) => /\p{L}/u.test(word) && (word.match(/\p{N}/gu) ?? []).length < 2);
  const isMonth = words.map((word) => monthNames().has(letters(word)));
  const runs: string[][] = [[]];
  for (const [index, word] of words.entries()) {
    const isDated = isMonth[index] && (isSteady[index + 1] !== true || isSteady[index - 1] === false);
    if (isSteady[index] && !isDated) runs.at(-1)?.push(word);
    else runs.push([]);
  }
  const longest = runs.reduce((most, run) => (run.join(" ").length > most.join(" ").length ? run : most));
  return longest.length > 0 ? longest.join(" ") : description.trim();
}

let months: Set<string> | undefined;
/** In the languages of most statements. Computed on first use, since the formatters take some milliseconds. */
function monthNames(): Set<string> {
  if (months) return months;
  const formats = ["en", "de", "fr", "es", "it"].flatMap((language) =>
    (["long", "short"] as const).map(
      (month) => new Intl.DateTimeFormat(language, { month, timeZone: "UTC" }),
    ),
  );
  const days = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 15));
  months = new Set(formats.flatMap((format) => days.map((day) => letters(format.format(day)))));
  return months;
}

const letters = (text: string): string => text.toLowerCase().replace(/\P{L}/gu, "");

export const isDescribedAlike = (a: string, b: string): boolean =>
  folded(lastingText(a)) === folded(lastingText(b));

/** Finds the rules that match a description; normalizes each rule only once. */
export function createRuleFinder<T extends Pick<Rule, "contains">>(rules: readonly T[]) {
  const wanted = rules
    .map((rule) => ({ rule, text: folded(rule.contains) }))
    .filter(({ text }) => text !== "");
  return {
    first(description: string): T | undefined {
      const text = folded(description);
      return wanted.find((one) => text.includes(one.text))?.rule;
    },
    all(description: string): T[] {
      const text = folded(description);
      return wanted.filter((one) => text.includes(one.text)).map(({ rule }) => rule);
    },
  };
}

export const firstRule = <T extends Pick<Rule, "contains">>(
  rules: readonly T[],
  description: string,
): T | undefined => createRuleFinder(rules).first(description);
