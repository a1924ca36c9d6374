import { lastDay } from "@coffer/domain/time/month";
import { Suspense, useDeferredValue } from "react";
import { ActualsSince } from "../../budget/ActualsSince.tsx";
import { StarterOffer } from "../../budget/StarterOffer.tsx";
import { lazyPart } from "../../loading/lazy.tsx";
import { useStarted } from "../../loading/use-started.ts";
import { useToday } from "../../selection/selection.ts";
import { Offers } from "../../shell/Offers.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { Assistant } from "./Assistant.tsx";
import { Due } from "./Due.tsx";
import { KindNews } from "./KindNews.tsx";
import { Progress } from "./Progress.tsx";
import { RecentTransactions } from "./RecentTransactions.tsx";
import { useReads } from "./reads.ts";
import { SummaryCards } from "./SummaryCards.tsx";
import "./Dashboard.css";

export { reads } from "./reads.ts";

const Balance = lazyPart(() => import("../../household/Balance.tsx"), "Balance");
// Lazy: most visits are to a month that goes on.
const MonthEnd = lazyPart(() => import("./MonthEnd.tsx"), "MonthEnd");

export function Dashboard() {
  const isStarted = useStarted();
  const isDesktop = useIsDesktop();
  const today = useToday();
  const screen = useReads();
  const { month, forecasts: _, ...queries } = screen;
  const [categories, budgets] = [queries.categories.data, queries.budgets.data];
  // The lower cards follow once the upper ones have their height, so that nothing shifts.
  const isLoaded = useDeferredValue(Object.values(queries).every(({ isPending }) => !isPending));
  // Late, so where it pushes nothing down.
  const balance = <Suspense>{isStarted && <Balance />}</Suspense>;
  return (
    <>
      <h1 className="visually-hidden">Dashboard</h1>
      <ActualsSince month={month} budgets={budgets ?? []} />
      <Offers />
      <StarterOffer categories={categories} skippable />
      {isLoaded && <KindNews categories={categories ?? []} month={month} />}
      <SummaryCards {...screen} />
      {categories && budgets && today >= lastDay(month) && (
        <Suspense fallback={<Skeleton height="9rem" />}>
          <MonthEnd month={month} categories={categories} budgets={budgets} />
        </Suspense>
      )}
      <div key={String(isLoaded)} className="columns dashboard-columns" data-lead aria-busy={!isLoaded}>
        <div className="stack">
          <Progress {...screen} />
        </div>
        <div className="stack">
          {isLoaded && <Due {...screen} />}
          <RecentTransactions {...screen} />
          {isDesktop && balance}
        </div>
      </div>
      {isLoaded && <Assistant {...screen} />}
      {!isDesktop && balance}
    </>
  );
}
