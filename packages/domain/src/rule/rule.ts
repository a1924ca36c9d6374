import type { ThingOf } from "../definition/kind.ts";
import type { Cents } from "../money/money.ts";
import { folded } from "../text/folded.ts";
import type { Transaction } from "../transaction/transaction.ts";
import type { rule } from "./definition.ts";

export type Rule = ThingOf<typeof rule>;

export const MAX_RULES = 200;

/** The parts of a row that rules compare. A rule with an amount range does not apply to a row without an amount. */
type Ruled = { description: string; amount?: Cents | undefined };
type Condition = Pick<Rule, "contains" | "amountFrom" | "amountTo">;

export const ruleApplies = (rule: Condition, row: Ruled): boolean =>
  createRuleFinder([rule]).all(row).length > 0;

/** Removes trailing numbers, which differ each time: "MVG Ticket 0001" becomes "MVG Ticket". */
export function withoutTrailingNumbers(description: string): string {
  const words = description.trim().split(/\s+/);
  const isNumber = (word = "") => /\p{N}/u.test(word) && !/\p{L}/u.test(word);
  while (words.length > 1 && isNumber(words.at(-1))) words.pop();
  return words.join(" ");
}

/**
 * The constant part of a shop's descriptions, for a rule: the longest run of words without dates and numbers. "26.11. REWE
 * SAGT DANKE 4711 Berlin" becomes "REWE SAGT DANKE". A digit within a name is kept, as in "O2".
 */
export function constantPart(description: string): string {
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
  folded(withoutTrailingNumbers(a)) === folded(withoutTrailingNumbers(b));

/** Finds the rules that apply to a row; folds each rule's text only once. */
export function createRuleFinder<T extends Condition & Partial<Rule>>(rules: readonly T[]) {
  const wanted = rules
    .map((rule) => ({ rule, text: folded(rule.contains) }))
    .filter(({ text }) => text !== "");
  function all({ description, amount }: Ruled): T[] {
    const text = folded(description);
    return wanted
      .filter((one) => text.includes(one.text) && isInRange(one.rule, amount))
      .map(({ rule }) => rule);
  }
  return {
    all,
    /** The first matching rule, except rules that only rename. */
    first: (row: Ruled): T | undefined => all(row).find((rule) => !onlyRenames(rule)),
    /** The row's name by the first rule that renames it. */
    nameOf: (row: Ruled): string | undefined =>
      all(row).find(({ rename }) => typeof rename === "string")?.rename ?? undefined,
  };
}

const onlyRenames = ({ categoryId, leaveOut, transfer, rename }: Partial<Rule>): boolean =>
  typeof rename === "string" && categoryId === undefined && !leaveOut && !transfer;

function isInRange({ amountFrom, amountTo }: Condition, amount: Cents | undefined): boolean {
  if (typeof amountFrom !== "number" && typeof amountTo !== "number") return true;
  return amount !== undefined && amount >= (amountFrom ?? 0) && amount <= (amountTo ?? amount);
}

export const firstRule = <T extends Condition & Partial<Rule>>(
  rules: readonly T[],
  row: Ruled,
): T | undefined => createRuleFinder(rules).first(row);

type Changed = Pick<Transaction, "description" | "categoryId" | "goalId">;

/**
 * The changes that a rule makes to an existing transaction: null if it marks it as an own transfer, undefined if it
 * changes nothing (for example because another rule comes first). `isOfType`: the rule's category takes the transaction.
 */
export function ruled(
  rule: Rule,
  rules: ReturnType<typeof createRuleFinder<Rule>>,
  row: Changed & Ruled & Pick<Transaction, "paymentId">,
  isOfType: boolean,
): Partial<Changed> | null | undefined {
  // Lines of a split purchase are changed together.
  if (row.paymentId !== undefined) return undefined;
  const decides = rules.first(row)?.id === rule.id;
  if (decides && rule.transfer) return null;
  const isMoved = decides && isOfType && rule.categoryId !== undefined && rule.categoryId !== row.categoryId;
  const name = rules.all(row).find(({ rename }) => typeof rename === "string");
  const isRenamed = name?.id === rule.id && name.rename !== row.description;
  if (!isMoved && !isRenamed) return undefined;
  return {
    ...(isMoved && { categoryId: rule.categoryId, goalId: rule.goalId ?? undefined }),
    ...(isRenamed && { description: name.rename ?? row.description }),
  };
}
