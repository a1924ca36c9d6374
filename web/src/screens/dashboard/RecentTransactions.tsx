import type { Category } from "@coffer/domain/category";
import { recent } from "@coffer/domain/dashboard";
import { dayFormatter } from "@coffer/domain/day";
import { signedAmount, type Transaction } from "@coffer/domain/transaction";
import { categoryOf } from "../../shell/category-of.ts";
import { LiveMark } from "../../shell/LiveMark.tsx";
import { RouterButton } from "../../shell/links.tsx";
import { useMoney } from "../../shell/money.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useToday } from "../../shell/selection.ts";
import { WhyLink } from "../../shell/WhyLink.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import type { Reads } from "./reads.ts";

export function RecentTransactions({ categories, transactions }: Reads) {
  const ready = categories.data && transactions.data;
  return (
    <Card
      title="Recent Transactions"
      action={
        <RouterButton to="/transactions" variant="quiet" size="small">
          View all
        </RouterButton>
      }
    >
      <QueryResult
        data={ready && { categories: categories.data, rows: recent(transactions.data) }}
        from={[categories, transactions]}
        failed="Failed to load transactions"
        pending={<Skeleton lines={6} />}
      >
        {(data) => (data.rows.length > 0 ? <Rows {...data} /> : <None />)}
      </QueryResult>
    </Card>
  );
}

function Rows({ categories, rows }: { categories: Category[]; rows: Transaction[] }) {
  const { signed } = useMoney();
  const format = dayFormatter(
    rows.map(({ date }) => date),
    useToday(),
  );
  return (
    <ul className="recent">
      {rows.map((transaction) => {
        const { id, description, date } = transaction;
        const category = categoryOf(transaction, categories);
        return (
          <li key={id}>
            <CategoryBadge icon={category.icon} color={category.color} />
            <div className="recent-what">
              <p>
                {description}
                <LiveMark kind="transaction" id={id} />
              </p>
              <p className="muted">
                {category.name} · {format(date)}
              </p>
            </div>
            <WhyLink why={transaction.categoryId}>
              <Amount
                text={signed(transaction)}
                tone={signedAmount(transaction) > 0 ? "on-track" : "neutral"}
              />
            </WhyLink>
          </li>
        );
      })}
    </ul>
  );
}

function None() {
  return <EmptyState illustration="transactions" title="No transactions for this month" />;
}
