import { recent } from "@coffer/domain/budget/dashboard";
import type { Category } from "@coffer/domain/category/category";
import type { Purchase } from "@coffer/domain/payment/payment";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { categoryOf } from "../../budget/category-of.ts";
import { useMoney } from "../../format/money.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { LiveMark } from "../../live/LiveMark.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useToday } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { purchaseWhy, WhyAmount } from "../../why/WhyLink.tsx";
import { RecordFirst } from "./FirstSteps.tsx";
import type { Reads } from "./reads.ts";

export function RecentTransactions({ categories, transactions }: Reads) {
  return (
    <Card
      title="Recent Transactions"
      action={
        <RouterButton to="/transactions" variant="quiet" size="small">
          View all
        </RouterButton>
      }
    >
      <QueryResult queries={{ categories, transactions }} failed="Failed to load transactions" lines={6}>
        {(data) =>
          data.transactions.length > 0 ? (
            <Rows categories={data.categories} rows={recent(data.transactions)} />
          ) : (
            <EmptyState
              illustration="transactions"
              title="No transactions for this month"
              action={<RecordFirst />}
            >
              The newest ones are listed here.
            </EmptyState>
          )
        }
      </QueryResult>
    </Card>
  );
}

function Rows({ categories, rows }: { categories: Category[]; rows: Purchase[] }) {
  const { signed } = useMoney();
  const dates = rows.map(({ date }) => date);
  const format = dayFormatter(dates, useToday());
  return (
    <ul className="recent">
      {rows.map((transaction) => {
        const { id, description, date, lines } = transaction;
        const category = categoryOf(transaction, categories);
        return (
          <li key={id}>
            <CategoryBadge {...category} />
            <div className="recent-what">
              <p>
                {description}
                <LiveMark kind="transaction" id={id} />
              </p>
              <p className="muted">
                {lines ? `Split, ${pluralize(lines.length, "line")}` : category.name} · {format(date)}
              </p>
            </div>
            <WhyAmount
              why={purchaseWhy(transaction)}
              text={signed(transaction)}
              tone={signedAmount(transaction) > 0 ? "on-track" : "neutral"}
            />
          </li>
        );
      })}
    </ul>
  );
}
