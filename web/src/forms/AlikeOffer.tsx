import type { Category } from "@coffer/domain/category/category";
import { isDescribedAlike, withoutTrailingNumbers } from "@coffer/domain/rule/rule";
import { pluralize } from "@coffer/domain/text/plural";
import { MAX_TOGETHER, type Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { transactionSearch, useRecategorize } from "../api/transactions.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { Banner } from "../ui/base/Banner.tsx";
import { Button } from "../ui/base/Button.tsx";
import { useRuleOffer } from "./use-rule-offer.ts";

export type Moved = { transaction: Transaction; category: Category };

type Props = Moved & { onDone: () => void };

/** Offers to move all transactions with a similar description as well, and a rule for later ones. */
export function AlikeOffer({ transaction: { id, description, type }, category, onDone }: Props) {
  const { ledgerId } = useOpenLedger();
  const move = useRecategorize(ledgerId);
  const rule = useRuleOffer(description, category);
  const { data: found } = useQuery(
    transactionSearch(ledgerId, { text: withoutTrailingNumbers(description).slice(0, 100), type }),
  );
  const alike = (found?.rows ?? [])
    .filter((row) => row.id !== id && row.categoryId !== category.id && row.paymentId === undefined)
    .filter((row) => isDescribedAlike(row.description, description))
    .slice(0, MAX_TOGETHER);
  const now = found?.rows.find((row) => row.id === id);
  const isUndone = now !== undefined && now.categoryId !== category.id;
  if (isUndone || (alike.length === 0 && !rule.isOffered)) return null;
  return (
    <Banner
      onDismiss={onDone}
      action={
        <div className="row">
          {alike.length > 0 && (
            <Button
              size="small"
              pending={move.isPending}
              onClick={() => move.mutate({ rows: alike, categoryId: category.id })}
            >
              {`Also the ${pluralize(alike.length, "other")} like it`}
            </Button>
          )}
          {rule.isOffered && (
            <Button size="small" pending={rule.isPending} onClick={rule.add}>
              Always, with a rule
            </Button>
          )}
        </div>
      }
    >
      {`“${description}” is in ${category.name} now.`}
    </Banner>
  );
}
