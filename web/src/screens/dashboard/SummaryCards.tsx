import { percentOf } from "@coffer/domain/budget";
import { summary } from "@coffer/domain/dashboard";
import { Loaded } from "../../shell/Loaded.tsx";
import { useMoney } from "../../shell/money.ts";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import type { Reads } from "./reads.ts";

/** Monthly Budget, Income, Expenses, Remaining. */
export function SummaryCards({ categories, budgets, transactions }: Reads) {
  const { money } = useMoney();
  const ready = categories.data && budgets.data && transactions.data;
  const totals = ready && summary(categories.data, budgets.data, transactions.data);
  return (
    <Loaded
      data={totals}
      from={[categories, budgets, transactions]}
      failed="Failed to load the month"
      pending={<Waiting />}
    >
      {({ monthlyBudget, income, expenses, remaining }) => {
        const spent = percentOf(expenses, monthlyBudget);
        return (
          <div className="stats">
            <StatCard label="Monthly Budget" value={money(monthlyBudget)}>
              {monthlyBudget > 0 && (
                <ProgressBar
                  label="Spent of the month's budget"
                  value={spent}
                  tone={spent > 100 ? "over" : "on-track"}
                />
              )}
            </StatCard>
            <StatCard label="Income" value={money(income)} />
            <StatCard
              label="Expenses"
              value={money(expenses)}
              note={monthlyBudget > 0 && `${spent}% of the budget`}
            />
            <StatCard
              label="Remaining"
              value={money(remaining)}
              tone={remaining > 0 ? "on-track" : remaining < 0 ? "over" : "neutral"}
              {...(remaining > 0 && { icon: "check" })}
              note="Income minus expenses"
            />
          </div>
        );
      }}
    </Loaded>
  );
}

function Waiting() {
  return (
    <div className="stats">
      <StatCard label="Monthly Budget" value={undefined} />
      <StatCard label="Income" value={undefined} />
      <StatCard label="Expenses" value={undefined} />
      <StatCard label="Remaining" value={undefined} />
    </div>
  );
}
