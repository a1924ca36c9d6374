import type { Id } from "../id.ts";
import { normalizeDescription } from "../import/import-row.ts";
import type { Cents } from "../money/money.ts";
import { newestFirst, type Transaction } from "./transaction.ts";

type KnownPurchase = { description: string; amount: Cents; categoryId: Id };

/** Each description once, as last used, newest first. Refunds teach nothing: what comes next is a purchase again. */
export function knownPurchases(history: readonly Transaction[]): KnownPurchase[] {
  const known = new Map<string, KnownPurchase>();
  for (const { description, amount, categoryId, refund } of history.toSorted(newestFirst)) {
    const normal = normalizeDescription(description);
    if (!refund && normal !== "" && !known.has(normal))
      known.set(normal, { description, amount, categoryId });
  }
  return [...known.values()];
}

/** The known purchase of this description, whatever its case, spaces and punctuation. */
export function purchaseNamed(
  description: string,
  known: readonly KnownPurchase[],
): KnownPurchase | undefined {
  const normal = normalizeDescription(description);
  return normal === "" ? undefined : known.find((one) => normalizeDescription(one.description) === normal);
}
