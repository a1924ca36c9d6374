import type { Id } from "../id.ts";
import type { Cents } from "../money/money.ts";
import { foldedWords } from "../text/folded.ts";
import { newestFirst, type Transaction } from "./transaction.ts";

type KnownPurchase = { description: string; amount: Cents; categoryId: Id };

/** Each description once, as last used, newest first. Refunds are ignored. */
export function knownPurchases(history: readonly Transaction[]): KnownPurchase[] {
  const known = new Map<string, KnownPurchase>();
  for (const { description, amount, categoryId, refund } of history.toSorted(newestFirst)) {
    const normal = foldedWords(description);
    if (!refund && normal !== "" && !known.has(normal))
      known.set(normal, { description, amount, categoryId });
  }
  return [...known.values()];
}

/**
 * The purchase with this name. Otherwise, for two or more words, the newest purchase whose name contains all of them, if
 * all such purchases have the same category.
 */
export function purchaseNamed(
  description: string,
  known: readonly KnownPurchase[],
): KnownPurchase | undefined {
  const normal = foldedWords(description);
  if (normal === "") return undefined;
  const exact = known.find((one) => foldedWords(one.description) === normal);
  if (exact) return exact;
  const wanted = normal.split(" ");
  if (wanted.length === 1) return undefined;
  const [first, ...others] = known.filter((one) => {
    const words = new Set(foldedWords(one.description).split(" "));
    return wanted.every((word) => words.has(word));
  });
  return others.every(({ categoryId }) => categoryId === first?.categoryId) ? first : undefined;
}

export function purchasesWith(text: string, known: readonly KnownPurchase[]): KnownPurchase[] {
  const wanted = foldedWords(text).split(" ");
  return known.filter(({ description }) => {
    const words = foldedWords(description).split(" ");
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  });
}

/** When purchases are entered: the day of the week (0 is Sunday) and the hour, in the person's time zone. */
export type Moment = { weekday: number; hour: number };

/** Purchases entered most often around this hour, twice as likely on this weekday; equal ones newest first. */
export function likelyPurchases(
  history: readonly Transaction[],
  now: Moment,
  momentOf: (transaction: Transaction) => Moment,
): KnownPurchase[] {
  const weights = new Map<string, number>();
  for (const transaction of history) {
    const { weekday, hour } = momentOf(transaction);
    const apart = Math.abs(hour - now.hour);
    if (Math.min(apart, 24 - apart) > 1) continue;
    const name = foldedWords(transaction.description);
    weights.set(name, (weights.get(name) ?? 0) + (weekday === now.weekday ? 2 : 1));
  }
  const weightOf = ({ description }: KnownPurchase) => weights.get(foldedWords(description)) ?? 0;
  return knownPurchases(history).sort((a, b) => weightOf(b) - weightOf(a));
}
