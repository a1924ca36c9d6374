import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { monthBudgets } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import { monthTransactions } from "../../api/transactions.ts";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { PageHeader } from "../../ui/Frame.tsx";
import { Assistant } from "./Assistant.tsx";
import { Progress } from "./Progress.tsx";
import { RecentTransactions } from "./RecentTransactions.tsx";
import { SummaryCards } from "./SummaryCards.tsx";
import { Trend } from "./Trend.tsx";
import { WhereItWent } from "./WhereItWent.tsx";
import "./dashboard.css";

/** The month at a glance. */
export function Dashboard() {
  const { budget } = useOpenBudget();
  const month = useMonth();
  const reads = {
    categories: useQuery(categoryList(budget)),
    budgets: useQuery(monthBudgets(budget, month)),
    transactions: useQuery(monthTransactions(budget, month)),
  };
  // What stands lower comes after what is above it has its height: nothing that is being read moves.
  const settled = useDeferredValue(Object.values(reads).every(({ isPending }) => !isPending));
  return (
    <>
      <PageHeader title="Dashboard" />
      <SummaryCards {...reads} />
      <div className="columns dashboard-columns" data-lead>
        <div className="stack">
          <Progress {...reads} month={month} />
          {settled && <Trend {...reads} month={month} />}
        </div>
        <div className="stack">
          <RecentTransactions {...reads} />
          {settled && <WhereItWent {...reads} />}
        </div>
      </div>
      {settled && <Assistant {...reads} month={month} />}
    </>
  );
}
