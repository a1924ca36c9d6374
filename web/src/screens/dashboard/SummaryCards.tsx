import { overview } from "@coffer/domain/budget/budget";
import { percentOfPlan } from "@coffer/domain/budget/budget-row";
import { summary } from "@coffer/domain/budget/dashboard";
import type { WhyTarget } from "@coffer/domain/link/links";
import type { Cents } from "@coffer/domain/money/money";
import { monthOfDay } from "@coffer/domain/time/month";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useToday } from "../../selection/selection.ts";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { wrapInWhyLink } from "../../why/WhyLink.tsx";
import { Answer } from "./Answer.tsx";
import type { Reads } from "./reads.ts";

export function SummaryCards({ categories, budgets, transactions, toSpend, forecasts, month }: Reads) {
  const { money } = useMoney();
  const today = useToday();
  const queries = { categories, budgets, transactions, toSpend };
  const sum = (label: string, why: WhyTarget, amount: Cents) => {
    const value = money(amount);
    return { label, value, wrap: wrapInWhyLink(why, label, value) };
  };
  return (
    <QueryResult queries={queries} failed="Failed to load the month" pending={SKELETON}>
      {(data) => {
        const { projectedIncome } = overview(data.categories, data.budgets);
        const sums = summary(data.categories, data.budgets, data.transactions);
        const { monthlyBudget, income, expenses, remaining } = sums;
        // Before pay day the month is not over its income.
        const isShort = remaining < 0 && (month < monthOfDay(today) || income >= projectedIncome);
        const planNote = monthlyBudget === 0 ? "No plan yet" : "planned for expenses";
        return (
          <div className="month">
            <Answer {...data} month={month} forecasts={forecasts.data} />
            <div className="stats">
              <StatCard {...sum("Monthly Budget", "budget", monthlyBudget)} note={planNote} />
              <StatCard {...sum("Income", "income", income)} note={percentOfPlan(income, projectedIncome)} />
              <StatCard
                {...sum("Expenses", "expenses", expenses)}
                tone={monthlyBudget > 0 && expenses > monthlyBudget ? "over" : "neutral"}
                note={percentOfPlan(expenses, monthlyBudget)}
              />
              <StatCard
                {...sum("Remaining", "remaining", remaining)}
                tone={remaining > 0 ? "on-track" : isShort ? "over" : "neutral"}
                icon={remaining > 0 ? "check" : undefined}
                note="income less expenses"
              />
            </div>
          </div>
        );
      }}
    </QueryResult>
  );
}

const LINE = <Skeleton width="60%" />;
// As high as with a forecast and bills. What replaces it has another key, as all of it may have another height.
const SKELETON = (
  <div key="skeleton" className="month">
    <div className="answer">
      <div>
        <p className="answer-label">To spend</p>
        <p className="answer-amount">{LINE}</p>
        <p className="answer-rate">{LINE}</p>
        <p className="answer-heading">
          <Skeleton lines={2} />
        </p>
        <p className="answer-label">{LINE}</p>
      </div>
      <Skeleton height="14.5rem" />
    </div>
    <div className="stats">
      {["Monthly Budget", "Income", "Expenses", "Remaining"].map((label) => (
        <StatCard key={label} label={label} value={undefined} note={LINE} />
      ))}
    </div>
  </div>
);
