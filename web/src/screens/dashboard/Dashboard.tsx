import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { ActualsSince } from "../../shell/ActualsSince.tsx";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { Assistant } from "./Assistant.tsx";
import { Progress } from "./Progress.tsx";
import { RecentTransactions } from "./RecentTransactions.tsx";
import { reads } from "./reads.ts";
import { SummaryCards } from "./SummaryCards.tsx";
import { Trend } from "./Trend.tsx";
import { Welcome } from "./Welcome.tsx";
import { WhereItWent } from "./WhereItWent.tsx";
import "./Dashboard.css";

export function Dashboard() {
  const { budget } = useOpenBudget();
  const month = useMonth();
  const { history, ...read } = reads({ budget, month });
  const results = {
    categories: useQuery(read.categories),
    budgets: useQuery(read.budgets),
    transactions: useQuery(read.transactions),
  };
  // The lower cards follow once the upper ones have their height, so that nothing shifts.
  const isLoaded = useDeferredValue(Object.values(results).every(({ isPending }) => !isPending));
  return (
    <>
      <PageHeader title="Dashboard" />
      <ActualsSince month={month} budgets={results.budgets.data ?? []} />
      <Welcome {...results} month={month} />
      <SummaryCards {...results} />
      <div className="columns dashboard-columns" data-lead>
        <div className="stack">
          <Progress {...results} month={month} />
          {isLoaded && <Trend {...results} history={history} />}
        </div>
        <div className="stack">
          <RecentTransactions {...results} />
          {isLoaded && <WhereItWent {...results} />}
        </div>
      </div>
      {isLoaded && <Assistant {...results} month={month} />}
    </>
  );
}
