import type { ThingOf } from "../definition/kind.ts";
import type { rule } from "./definition.ts";

export type Rule = ThingOf<typeof rule>;

export const MAX_RULES = 200;

export function ruleApplies({ contains }: Pick<Rule, "contains">, description: string): boolean {
  const wanted = plain(contains);
  return wanted !== "" && plain(description).includes(wanted);
}

/** A description without numbers at its end, which differ each time: "MVG Ticket" of "MVG Ticket 0001". */
export function lastingText(description: string): string {
  const words = description.trim().split(/\s+/);
  const isNumber = (word = "") => /\p{N}/u.test(word) && !/\p{L}/u.test(word);
  while (words.length > 1 && isNumber(words.at(-1))) words.pop();
  return words.join(" ");
}

export const isDescribedAlike = (a: string, b: string): boolean =>
  plain(lastingText(a)) === plain(lastingText(b));

/** Finds the rules that apply to a description; each rule is read once for all of them. */
export function createRuleFinder<T extends Pick<Rule, "contains">>(rules: readonly T[]) {
  const wanted = rules
    .map((rule) => ({ rule, text: plain(rule.contains) }))
    .filter(({ text }) => text !== "");
  return {
    first(description: string): T | undefined {
      const text = plain(description);
      return wanted.find((one) => text.includes(one.text))?.rule;
    },
    all(description: string): T[] {
      const text = plain(description);
      return wanted.filter((one) => text.includes(one.text)).map(({ rule }) => rule);
    },
  };
}

export const firstRule = <T extends Pick<Rule, "contains">>(
  rules: readonly T[],
  description: string,
): T | undefined => createRuleFinder(rules).first(description);

const plain = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
