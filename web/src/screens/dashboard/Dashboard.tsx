import { lastDay, type Month } from "@coffer/domain/time/month";
import { Suspense, useDeferredValue } from "react";
import { ActualsSince } from "../../budget/ActualsSince.tsx";
import { StarterOffer } from "../../budget/StarterOffer.tsx";
import { lazyPart } from "../../loading/lazy.tsx";
import { useStarted } from "../../loading/use-started.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Offers } from "../../shell/Offers.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { Assistant } from "./Assistant.tsx";
import { Due } from "./Due.tsx";
import { Progress } from "./Progress.tsx";
import { RecentTransactions } from "./RecentTransactions.tsx";
import { useReads } from "./reads.ts";
import { SummaryCards } from "./SummaryCards.tsx";
import "./Dashboard.css";
import type { Category } from "@coffer/domain/category/category";
import { category as kind } from "@coffer/domain/category/definition";
import { draftOf } from "@coffer/domain/definition/kind";
import { ZERO } from "@coffer/domain/money/money";
import { useQuery } from "@tanstack/react-query";
import { useSaveCategory } from "../../api/categories.ts";
import { toSpend } from "../../api/figures.ts";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { Banner } from "../../ui/base/Banner.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";

export { reads } from "./reads.ts";

const AheadCard = lazyPart(() => import("../../ahead/AheadCard.tsx"), "AheadCard");
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
  // One outage has one message.
  if (Object.values(queries).every(({ error, data }) => error && data === undefined))
    return (
      <>
        <h1 className="visually-hidden">Dashboard</h1>
        <QueryResult queries={queries} failed="Failed to load the month">
          {() => null}
        </QueryResult>
      </>
    );
  // These load late, so they stand where they move nothing.
  const balance = (
    <Suspense>
      {isStarted && (
        <>
          <AheadCard />
          <Balance />
        </>
      )}
    </Suspense>
  );
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

/** A category that became a bill by its rows, until somebody has said what it is. */
export function KindNews({ categories, month }: { categories: readonly Category[]; month: Month }) {
  const { ledgerId, can } = useOpenLedger();
  const { money } = useMoney();
  const { data } = useQuery({ ...toSpend(ledgerId, month), meta: {} });
  const save = useSaveCategory(ledgerId, month);
  if (!can("categories")) return null;
  for (const { categoryId, amount, reason } of data?.setApart.categories ?? []) {
    const opened = categories.find(({ id }) => id === categoryId);
    if (reason !== "rhythm" || !opened) continue;
    const choose = (chosen: "everyday" | "bill") =>
      save.mutate({ ...draftOf(kind, opened), kind: chosen, projected: ZERO, planned: false, opened });
    const actions = (
      <span className="row">
        <Button size="small" pending={save.isPending} onClick={() => choose("everyday")}>
          Keep it everyday
        </Button>
        <Button size="small" disabled={save.isPending} onClick={() => choose("bill")}>
          It is a bill
        </Button>
      </span>
    );
    return (
      <Banner action={actions}>
        {`${opened.name} came at about the same amount each month and counts as a bill now: `}
        <WhyLink of={`${opened.name} set apart`} why="to-spend" text={money(amount)} /> of it is set apart.
      </Banner>
    );
  }
  return null;
}
