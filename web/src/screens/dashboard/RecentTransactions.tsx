import { recent } from "@coffer/domain/budget/dashboard";
import { categoryOf } from "@coffer/domain/category/category";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { locale } from "../../format/locale.ts";
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
  const { signed } = useMoney();
  const today = useToday();
  const viewAll = (
    <RouterButton to="/transactions" variant="quiet" size="small">
      View all
    </RouterButton>
  );
  return (
    <Card title="Recent Transactions" action={viewAll}>
      <QueryResult queries={{ categories, transactions }} failed="Failed to load transactions" lines={6}>
        {(data) => {
          const rows = recent(data.transactions);
          if (rows.length === 0) {
            const title = "No transactions for this month";
            return (
              <EmptyState illustration="transactions" title={title} action={<RecordFirst />}>
                The newest ones are listed here.
              </EmptyState>
            );
          }
          const dates = rows.map(({ date }) => date);
          const format = dayFormatter(dates, today, locale);
          return (
            <ul className="recent">
              {rows.map((row) => {
                const { id, description, date, lines } = row;
                const category = categoryOf(row, data.categories);
                const tone = signedAmount(row) > 0 ? "on-track" : "neutral";
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
                    <WhyAmount of={description} why={purchaseWhy(row)} text={signed(row)} tone={tone} />
                  </li>
                );
              })}
            </ul>
          );
        }}
      </QueryResult>
    </Card>
  );
}
