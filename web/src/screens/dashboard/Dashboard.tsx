import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { ActualsSince } from "../../shell/ActualsSince.tsx";
import { StarterOffer } from "../../shell/StarterOffer.tsx";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { Assistant } from "./Assistant.tsx";
import { Progress } from "./Progress.tsx";
import { RecentTransactions } from "./RecentTransactions.tsx";
import { reads } from "./reads.ts";
import { SummaryCards } from "./SummaryCards.tsx";
import { Trend } from "./Trend.tsx";
import { useForecasts } from "./use-forecasts.ts";
import { WhereItWent } from "./WhereItWent.tsx";
import "./Dashboard.css";

export function Dashboard() {
  const { budget } = useOpenBudget();
  const month = useMonth();
  const read = reads({ budget, month });
  const results = {
    categories: useQuery(read.categories),
    budgets: useQuery(read.budgets),
    transactions: useQuery(read.transactions),
    history: useQuery(read.history),
  };
  const forecasts = useForecasts(results, month);
  // The lower cards follow once the upper ones have their height, so that nothing shifts.
  const isLoaded = useDeferredValue(Object.values(results).every(({ isPending }) => !isPending));
  return (
    <>
      <h1 className="visually-hidden">Dashboard</h1>
      <ActualsSince month={month} budgets={results.budgets.data ?? []} />
      <StarterOffer month={month} categories={results.categories.data} />
      <SummaryCards {...results} month={month} />
      <div className="columns dashboard-columns" data-lead aria-busy={!isLoaded}>
        <div className="stack">
          <Progress {...results} month={month} forecasts={forecasts} />
          {isLoaded && <Trend {...results} />}
        </div>
        <div className="stack">
          <RecentTransactions {...results} />
          {isLoaded && <WhereItWent {...results} />}
        </div>
      </div>
      {isLoaded && <Assistant {...results} month={month} forecasts={forecasts} />}
    </>
  );
}
