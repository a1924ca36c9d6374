import { spending } from "@coffer/domain/dashboard";
import { sum } from "@coffer/domain/money";
import { useMoney } from "../../shell/money.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { Donut } from "../../ui/charts/Donut.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import type { Reads } from "./reads.ts";

const SLICES = 6;

export function WhereItWent({ categories, budgets, transactions }: Reads) {
  const { whole } = useMoney();
  const ready = categories.data && budgets.data && transactions.data;
  return (
    <Card title="Where the money went">
      <QueryResult
        data={ready && spending(categories.data, budgets.data, transactions.data, SLICES)}
        from={[categories, budgets, transactions]}
        failed="Failed to load transactions"
        pending={<Skeleton height="12rem" />}
      >
        {(parts) =>
          parts.length === 0 ? (
            <EmptyState illustration="transactions" title="Nothing spent this month" />
          ) : (
            <Donut
              title="Where the money went"
              total={whole(sum(parts.map(({ amount }) => amount)))}
              totalLabel="spent"
              slices={parts.map(({ category, amount }) => ({
                key: category?.id ?? "other",
                label: category?.name ?? "Everything else",
                value: amount,
                color: category?.color ?? "gray",
                amount: whole(amount),
              }))}
            />
          )
        }
      </QueryResult>
    </Card>
  );
}
