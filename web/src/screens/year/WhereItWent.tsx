import type { Budget } from "@coffer/domain/budget/budget";
import { spending } from "@coffer/domain/budget/dashboard";
import type { Category } from "@coffer/domain/category/category";
import { plus, sum, ZERO } from "@coffer/domain/money/money";
import { useState } from "react";
import { useMoney } from "../../format/money.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Donut } from "../../ui/charts/Donut.tsx";
import { Card } from "../../ui/display/Card.tsx";

const SLICES = 6;

type Props = { categories: readonly Category[]; months: readonly { budgets: readonly Budget[] }[] };

/** "Everything else" is no category: the button shows what it is made of, as slices of their own. */
export function WhereItWent({ categories, months }: Props) {
  const { whole } = useMoney();
  const [limit, setLimit] = useState(SLICES);
  const parts = spending(categories, ofAllMonths(months), limit);
  return (
    <Card
      title="Where the money went"
      action={
        parts.some(({ category }) => category === null) && (
          <Button variant="quiet" size="small" onClick={() => setLimit(Number.POSITIVE_INFINITY)}>
            Show all
          </Button>
        )
      }
    >
      <Donut
        title="Where the money went"
        total={whole(sum(parts.map(({ amount }) => amount)))}
        totalLabel="spent"
        wrap={(_, amount) => amount}
        slices={parts.map(({ category, amount }) => ({
          key: category?.id ?? 0,
          label: category?.name ?? "Everything else",
          value: amount,
          color: category?.color ?? "gray",
          amount: whole(amount),
        }))}
      />
    </Card>
  );
}

/** One budget a category, with the actuals of all months. */
function ofAllMonths(months: Props["months"]): Budget[] {
  const totals = new Map<number, Budget>();
  for (const budget of months.flatMap(({ budgets }) => budgets)) {
    const { actual = ZERO } = totals.get(budget.categoryId) ?? {};
    totals.set(budget.categoryId, { ...budget, actual: plus(actual, budget.actual) });
  }
  return [...totals.values()];
}
