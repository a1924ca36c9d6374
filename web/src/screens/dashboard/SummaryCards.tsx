import { overview } from "@coffer/domain/budget";
import { percentOfPlan } from "@coffer/domain/budget-row";
import { summary } from "@coffer/domain/dashboard";
import type { Month } from "@coffer/domain/month";
import { useMoney } from "../../shell/money.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { linkTo } from "../../shell/WhyLink.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { Answer } from "./Answer.tsx";
import type { Reads } from "./reads.ts";

export function SummaryCards({ categories, budgets, transactions, month }: Reads & { month: Month }) {
  const { money } = useMoney();
  const ready = categories.data && budgets.data && transactions.data;
  return (
    <QueryResult
      data={
        ready && {
          loaded: { categories: categories.data, budgets: budgets.data },
          ...summary(categories.data, budgets.data, transactions.data),
          projectedIncome: overview(categories.data, budgets.data).projectedIncome,
        }
      }
      from={[categories, budgets, transactions]}
      failed="Failed to load the month"
      pending={<SummarySkeleton />}
    >
      {({ loaded, monthlyBudget, income, expenses, remaining, projectedIncome }) => (
        <div className="month">
          <Answer {...loaded} month={month} />
          <div className="stats">
            <StatCard
              label="Monthly Budget"
              wrap={linkTo("budget")}
              value={money(monthlyBudget)}
              note={monthlyBudget === 0 ? "No plan yet" : "planned for expenses"}
            />
            <StatCard
              label="Income"
              wrap={linkTo("income")}
              value={money(income)}
              note={percentOfPlan(income, projectedIncome)}
            />
            <StatCard
              label="Expenses"
              wrap={linkTo("expenses")}
              value={money(expenses)}
              tone={monthlyBudget > 0 && expenses > monthlyBudget ? "over" : "neutral"}
              note={percentOfPlan(expenses, monthlyBudget)}
            />
            <StatCard
              label="Remaining"
              wrap={linkTo("remaining")}
              value={money(remaining)}
              tone={remaining > 0 ? "on-track" : remaining < 0 ? "over" : "neutral"}
              {...(remaining > 0 && { icon: "check" })}
              note="income less expenses"
            />
          </div>
        </div>
      )}
    </QueryResult>
  );
}

function SummarySkeleton() {
  const note = <Skeleton width="60%" />;
  return (
    <div className="month">
      <div className="answer">
        <div className="answer-figure">
          <p className="answer-label">Left to spend</p>
          <p className="answer-amount">
            <Skeleton width="60%" />
          </p>
        </div>
        <div className="answer-progress">
          <Skeleton height="0.5rem" />
          <p className="answer-label">
            <Skeleton width="60%" />
          </p>
        </div>
      </div>
      <div className="stats">
        <StatCard label="Monthly Budget" value={undefined} note={note} />
        <StatCard label="Income" value={undefined} note={note} />
        <StatCard label="Expenses" value={undefined} note={note} />
        <StatCard label="Remaining" value={undefined} note={note} />
      </div>
    </div>
  );
}
