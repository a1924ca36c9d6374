import { recent } from "@coffer/domain/budget/dashboard";
import { dueBeforePay } from "@coffer/domain/budget/to-spend";
import { type Category, categoryOf } from "@coffer/domain/category/category";
import { category as kind } from "@coffer/domain/category/definition";
import { draftOf } from "@coffer/domain/definition/kind";
import { sum, ZERO } from "@coffer/domain/money/money";
import { timeUntil, upcoming } from "@coffer/domain/subscription/subscription";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter, formatDay } from "@coffer/domain/time/format-day";
import { lastDay, type Month } from "@coffer/domain/time/month";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useDeferredValue } from "react";
import { useSaveCategory } from "../../api/categories.ts";
import { toSpend } from "../../api/figures.ts";
import { ActualsSince } from "../../budget/ActualsSince.tsx";
import { StarterOffer } from "../../budget/StarterOffer.tsx";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { LiveMark } from "../../live/LiveMark.tsx";
import { lazyPart } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useStarted } from "../../loading/use-started.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Offers } from "../../shell/Offers.tsx";
import { Banner } from "../../ui/base/Banner.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { purchaseWhy, WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import { Assistant } from "./Assistant.tsx";
import { RecordFirst } from "./FirstSteps.tsx";
import { Progress } from "./Progress.tsx";
import { type Reads, useReads } from "./reads.ts";
import { SummaryCards } from "./SummaryCards.tsx";
import "./Dashboard.css";

export { reads } from "./reads.ts";

const AheadCard = lazyPart(() => import("../../ahead/AheadCard.tsx"), "AheadCard");
const Balance = lazyPart(() => import("../../household/Balance.tsx"), "Balance");
// Lazy: most visits are to a month that has not ended.
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
  // If nothing could be loaded, one message is enough.
  if (Object.values(queries).every(({ error, data }) => error && data === undefined))
    return (
      <>
        <h1 className="visually-hidden">Dashboard</h1>
        <QueryResult queries={queries} failed="Failed to load the month">
          {() => null}
        </QueryResult>
      </>
    );
  // These load late, so they are placed where they move nothing.
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

/** Says that a category counts as a bill because of its rows, until somebody chooses its kind. */
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

const SHOWN = 4;

/** Renders nothing if no payment is due, or for a past month. */
function Due({ subscriptions, month }: Pick<Reads, "subscriptions" | "month">) {
  const { money } = useMoney();
  const today = useToday();
  const isDesktop = useIsDesktop();
  const due = upcoming(subscriptions.data ?? [], today);
  if (due.length === 0 || today > lastDay(month)) return null;
  const total = money(sum(due.map(({ amount }) => amount)));
  const beforePay = dueBeforePay(subscriptions.data ?? [], today);
  return (
    <Card
      title="Due in seven days"
      fold={!isDesktop}
      action={<WhyAmount of="Due in seven days" why="payments-due" text={total} />}
    >
      <ul className="recent">
        {due.slice(0, SHOWN).map(({ id, name, amount, nextPaymentDate }) => (
          <li key={id}>
            <div className="recent-what">
              <p>{name}</p>
              <p className="muted">{timeUntil(nextPaymentDate, today)}</p>
            </div>
            <WhyAmount of={name} why={`subscription-${id}`} text={money(amount)} />
          </li>
        ))}
      </ul>
      {due.length > SHOWN && <p className="muted">{`and ${due.length - SHOWN} more`}</p>}
      {beforePay && (
        <p className="muted">
          <WhyLink of="Due before the next pay" why="due-before-pay" text={money(beforePay.total)} />
          {` due before the next pay on ${formatDay(beforePay.payDay, today, locale)}`}
          {beforePay.overdue > 0 && (
            <>
              , <WhyLink of="Overdue" why="due-before-pay" text={money(beforePay.overdue)} /> of it overdue
            </>
          )}
        </p>
      )}
    </Card>
  );
}

function RecentTransactions({ categories, transactions }: Reads) {
  const { signed } = useMoney();
  const today = useToday();
  const viewAll = (
    <RouterButton to="/transactions" variant="quiet" size="small">
      View all
    </RouterButton>
  );
  return (
    <Card title="Recent Transactions" action={viewAll}>
      <QueryResult queries={{ categories, transactions }} failed="Failed to load transactions" lines={6}>
        {(data) => {
          const rows = recent(data.transactions);
          if (rows.length === 0) {
            const title = "No transactions for this month";
            return (
              <EmptyState illustration="transactions" title={title} action={<RecordFirst />}>
                The newest ones are listed here.
              </EmptyState>
            );
          }
          const dates = rows.map(({ date }) => date);
          const format = dayFormatter(dates, today, locale);
          return (
            <ul className="recent">
              {rows.map((row) => {
                const { id, description, date, lines } = row;
                const category = categoryOf(row, data.categories);
                const tone = signedAmount(row) > 0 ? "on-track" : "neutral";
                return (
                  <li key={id}>
                    <CategoryBadge {...category} />
                    <div className="recent-what">
                      <p>
                        {description}
                        <LiveMark kind="transaction" id={id} />
                      </p>
                      <p className="muted">
                        {lines ? `Split, ${pluralize(lines.length, "line")}` : category.name} · {format(date)}
                      </p>
                    </div>
                    <WhyAmount of={description} why={purchaseWhy(row)} text={signed(row)} tone={tone} />
                  </li>
                );
              })}
            </ul>
          );
        }}
      </QueryResult>
    </Card>
  );
}
