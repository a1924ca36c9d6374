import { spending } from "@coffer/domain/budget/dashboard";
import { sum } from "@coffer/domain/money/money";
import { useState } from "react";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { Donut } from "../../ui/charts/Donut.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import { RecordFirst } from "./FirstSteps.tsx";
import type { Reads } from "./reads.ts";

const SLICES = 6;

/** "Everything else" is no category: pressing it shows what it is made of, as slices of their own. */
export function WhereItWent({ categories, budgets, transactions }: Reads) {
  const { whole } = useMoney();
  const isDesktop = useIsDesktop();
  const [limit, setLimit] = useState(SLICES);
  return (
    <Card title="Where the money went" fold={!isDesktop}>
      <QueryResult
        queries={{ categories, budgets, transactions }}
        failed="Failed to load transactions"
        height="12rem"
      >
        {(data) => {
          const parts = spending(data.categories, data.transactions, limit);
          return parts.length === 0 ? (
            <EmptyState illustration="transactions" title="Nothing spent this month" action={<RecordFirst />}>
              Each category's share of what you spend is drawn here.
            </EmptyState>
          ) : (
            <Donut
              title="Where the money went"
              total={whole(sum(parts.map(({ amount }) => amount)))}
              totalLabel="spent"
              wrap={(id, amount) =>
                id === 0 ? (
                  <button
                    type="button"
                    className="why-link"
                    aria-label={`${amount}, show the categories`}
                    onClick={() => setLimit(Number.POSITIVE_INFINITY)}
                  >
                    {amount}
                  </button>
                ) : (
                  <WhyLink why={id === "all" ? "expenses" : `spent-${id}`}>{amount}</WhyLink>
                )
              }
              slices={parts.map(({ category, amount }) => ({
                key: category?.id ?? 0,
                label: category?.name ?? "Everything else",
                value: amount,
                color: category?.color ?? "gray",
                amount: whole(amount),
              }))}
            />
          );
        }}
      </QueryResult>
    </Card>
  );
}
