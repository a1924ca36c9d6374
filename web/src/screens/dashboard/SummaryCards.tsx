import { overview, percentOf } from "@coffer/domain/budget";
import { summary } from "@coffer/domain/dashboard";
import { cents, minus } from "@coffer/domain/money";
import { Loaded } from "../../shell/Loaded.tsx";
import { useMoney } from "../../shell/money.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import type { Reads } from "./reads.ts";

/** Monthly Budget, Income, Expenses, Remaining. */
export function SummaryCards({ categories, budgets, transactions }: Reads) {
  const { money } = useMoney();
  const ready = categories.data && budgets.data && transactions.data;
  return (
    <Loaded
      data={
        ready && {
          ...summary(categories.data, budgets.data, transactions.data),
          projectedIncome: overview(categories.data, budgets.data).projectedIncome,
        }
      }
      from={[categories, budgets, transactions]}
      failed="Failed to load the month"
      pending={<Waiting />}
    >
      {({ monthlyBudget, income, expenses, remaining, projectedIncome }) => {
        const left = minus(monthlyBudget, expenses);
        return (
          <div className="stats">
            <StatCard
              label="Monthly Budget"
              value={money(monthlyBudget)}
              note={left < 0 ? `Over by ${money(cents(-left))}` : `${money(left)} left`}
            />
            <StatCard
              label="Income"
              value={money(income)}
              note={`${percentOf(income, projectedIncome)}% of plan`}
            />
            <StatCard
              label="Expenses"
              value={money(expenses)}
              note={`${percentOf(expenses, monthlyBudget)}% of plan`}
            />
            <StatCard
              label="Remaining"
              value={money(remaining)}
              tone={remaining > 0 ? "on-track" : remaining < 0 ? "over" : "neutral"}
              {...(remaining > 0 && { icon: "check" })}
              note="after expenses"
            />
          </div>
        );
      }}
    </Loaded>
  );
}

/** As high as what is coming. */
function Waiting() {
  const note = <Skeleton width="60%" />;
  return (
    <div className="stats">
      <StatCard label="Monthly Budget" value={undefined} note={note} />
      <StatCard label="Income" value={undefined} note={note} />
      <StatCard label="Expenses" value={undefined} note={note} />
      <StatCard label="Remaining" value={undefined} note={note} />
    </div>
  );
}
