import { difference } from "@coffer/domain/budget";
import { type CategoryProgress, categoryProgress } from "@coffer/domain/dashboard";
import { cents } from "@coffer/domain/money";
import type { Month } from "@coffer/domain/month";
import type { ReactNode } from "react";
import { RouterButton } from "../../shell/links.tsx";
import { useMoney } from "../../shell/money.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { usePace } from "../../shell/selection.ts";
import { WhyLink } from "../../shell/WhyLink.tsx";
import { BarList } from "../../ui/charts/BarList.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import type { Reads } from "./reads.ts";

export function Progress({ categories, budgets, month }: Reads & { month: Month }) {
  const ready = categories.data && budgets.data;
  return (
    <Card title="Budget Progress">
      <QueryResult
        data={ready && categoryProgress(categories.data, budgets.data)}
        from={[categories, budgets]}
        failed="Failed to fetch budgets"
        pending={<Skeleton height="2.25rem" lines={10} />}
      >
        {(rows) => (rows.length > 0 ? <Bars rows={rows} month={month} /> : <NothingPlanned />)}
      </QueryResult>
    </Card>
  );
}

function Bars({ rows, month }: { rows: CategoryProgress[]; month: Month }) {
  const { money } = useMoney();
  const pace = usePace(month);
  const items = rows.map(({ category, projected, actual, status, percentage }) => {
    const left = difference("expense", projected, actual);
    return {
      key: category.id,
      label: category.name,
      lead: <CategoryBadge icon={category.icon} color={category.color} size="small" />,
      percent: percentage,
      tone: status === "over" ? ("over" as const) : ("on-track" as const),
      amount: money(actual),
      of: money(projected),
      wrap: (text: ReactNode) => <WhyLink why={category.id}>{text}</WhyLink>,
      note: left < 0 ? `Over by ${money(cents(-left))}` : `${money(left)} left`,
    };
  });
  return <BarList label="Budget Progress" items={items} {...(pace !== undefined && { pace })} />;
}

function NothingPlanned() {
  return (
    <EmptyState
      illustration="categories"
      title="No expense categories yet"
      action={<RouterButton to="/budget">Plan the month</RouterButton>}
    >
      Add categories with a planned amount, and see here how the month is going.
    </EmptyState>
  );
}
