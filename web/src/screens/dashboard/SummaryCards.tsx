import { overview } from "@coffer/domain/budget";
import { summary } from "@coffer/domain/dashboard";
import { type Cents, cents, minus } from "@coffer/domain/money";
import type { ReactNode } from "react";
import type { Explained } from "../../search.ts";
import { useMoney } from "../../shell/money.ts";
import { percentOfPlan } from "../../shell/percent-of-plan.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { WhyLink } from "../../shell/WhyLink.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import type { Reads } from "./reads.ts";

export function SummaryCards({ categories, budgets, transactions }: Reads) {
  const { money } = useMoney();
  const ready = categories.data && budgets.data && transactions.data;
  return (
    <QueryResult
      data={
        ready && {
          ...summary(categories.data, budgets.data, transactions.data),
          projectedIncome: overview(categories.data, budgets.data).projectedIncome,
        }
      }
      from={[categories, budgets, transactions]}
      failed="Failed to load the month"
      pending={<SummarySkeleton />}
    >
      {({ monthlyBudget, income, expenses, remaining, projectedIncome }) => {
        const left = minus(monthlyBudget, expenses);
        return (
          <div className="stats">
            <StatCard
              label="Monthly Budget"
              wrap={why("budget")}
              value={money(monthlyBudget)}
              note={leftOf(monthlyBudget, left, money)}
            />
            <StatCard
              label="Income"
              wrap={why("income")}
              value={money(income)}
              note={percentOfPlan(income, projectedIncome)}
            />
            <StatCard
              label="Expenses"
              wrap={why("expenses")}
              value={money(expenses)}
              note={percentOfPlan(expenses, monthlyBudget)}
            />
            <StatCard
              label="Remaining"
              wrap={why("remaining")}
              value={money(remaining)}
              tone={remaining > 0 ? "on-track" : remaining < 0 ? "over" : "neutral"}
              {...(remaining > 0 && { icon: "check" })}
              note="after expenses"
            />
          </div>
        );
      }}
    </QueryResult>
  );
}

const why = (card: Explained) => (amount: ReactNode) => <WhyLink why={card}>{amount}</WhyLink>;

function leftOf(planned: Cents, left: Cents, money: (amount: Cents) => string): string {
  if (planned === 0 && left === 0) return "No plan yet";
  return left < 0 ? `Over by ${money(cents(-left))}` : `${money(left)} left`;
}

function SummarySkeleton() {
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
