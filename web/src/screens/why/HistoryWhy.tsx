import { historyOf } from "@coffer/domain/budget/budget";
import { expectedOrPlanned, expectedParts } from "@coffer/domain/budget/forecast";
import { dueBeforePay } from "@coffer/domain/budget/to-spend";
import { categoryOf } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { cents, minus, sum } from "@coffer/domain/money/money";
import { RHYTHMS } from "@coffer/domain/subscription/rhythm";
import {
  flowOf,
  isRunning,
  type Subscription,
  totals,
  UPCOMING_DAYS,
  upcoming,
  yearlyCost,
} from "@coffer/domain/subscription/subscription";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter, formatDay } from "@coffer/domain/time/format-day";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { netAmount } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory } from "../../api/budgets.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { transactionSearch } from "../../api/transactions.ts";
import { useForecasts } from "../../budget/forecasts.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyFacts, WhyList, WhyResult, WhySum } from "../../why/WhySum.tsx";

export function CategoryForecastWhy({ id, month }: { id: Id; month: Month }) {
  const { money } = useMoney();
  return (
    <WhyResult queries={useForecasts(month)}>
      {(data) => {
        const found = data.forecasts.find(({ categoryId }) => categoryId === id);
        if (!found?.expected) return <EmptyState illustration="categories" title="No history yet" />;
        const { spent, due, usual } = expectedParts(found);
        const payments = data.subscriptions
          .filter((one) => one.categoryId === id && due > 0)
          .map(({ name }) => name);
        const rows = [
          { key: "spent", name: <WhyLink of={found.category} why={id} text="So far" />, amount: spent },
          { key: "due", name: "Still due", note: payments.join(", "), amount: due },
          {
            key: "usual",
            name: <WhyLink of={found.category} why={`average-${id}`} text="Usual spending" />,
            note: `for the remaining days; ${money(found.usual)} in a usual month`,
            amount: usual,
          },
        ];
        const shown = rows.filter(({ key, amount }) => key === "spent" || amount !== 0);
        const planned = money(found.budget);
        return <WhySum amount={found.expected.amount} facts={[["Planned", planned]]} rows={shown} />;
      }}
    </WhyResult>
  );
}

export function ForecastWhy({ month }: { month: Month }) {
  const { money } = useMoney();
  return (
    <WhyResult queries={useForecasts(month)}>
      {(data) => {
        const forecasts = data.forecasts.filter((one) => expectedOrPlanned(one) !== 0);
        const expected = sum(forecasts.map(expectedOrPlanned));
        const planned = sum(forecasts.map((one) => one.budget));
        return (
          <WhySum
            amount={expected}
            facts={[
              ["Planned", money(planned)],
              ["Left of the plan", money(minus(planned, expected))],
            ]}
            rows={forecasts.map((one) => ({
              key: one.categoryId,
              lead: <CategoryBadge {...categoryOf(one, data.categories)} size="small" />,
              name: one.expected ? (
                <WhyLink of="Forecast" why={`forecast-${one.categoryId}`} text={one.category} />
              ) : (
                one.category
              ),
              note: one.expected
                ? `${money(one.spent)} so far, usually ${money(one.usual)}`
                : "No history yet: as planned",
              amount: expectedOrPlanned(one),
            }))}
          />
        );
      }}
    </WhyResult>
  );
}

export function AverageWhy({ id, month }: { id: Id; month: Month }) {
  const year = useQuery(budgetHistory(useOpenLedger().ledgerId, month, 12));
  return (
    <WhyResult queries={{ year }}>
      {({ year: months }) => {
        const history = historyOf(id, months);
        if (!history) return <EmptyState illustration="categories" title="Nothing is in it yet" />;
        const used = months.slice(-history.actuals.length);
        const rows = used.map(({ month: one }, index) => ({
          key: one,
          name: <WhyLink of="Spent" why={id} month={one} text={monthLabel(one)} />,
          amount: history.actuals[index] ?? history.mean,
        }));
        const from = `a month, over ${pluralize(used.length, "month")}`;
        return <WhySum amount={history.mean} from={from} rows={rows.reverse()} />;
      }}
    </WhyResult>
  );
}

function useLists() {
  const { ledgerId } = useOpenLedger();
  const categories = useCategories();
  return { categories, subscriptions: useQuery(subscriptionList(ledgerId)) };
}

export function DueWhy({ isBeforePay }: { isBeforePay: boolean }) {
  const today = useToday();
  return (
    <WhyResult queries={useLists()}>
      {({ subscriptions, categories }) => {
        const payments = isBeforePay
          ? (dueBeforePay(subscriptions, today)?.payments ?? [])
          : upcoming(subscriptions, today).map((one) => ({
              ...one,
              subscriptionId: one.id,
              date: one.nextPaymentDate,
            }));
        const dates = payments.map(({ date }) => date);
        const format = dayFormatter(dates, today, locale);
        const when = isBeforePay ? "before the next pay" : `within ${UPCOMING_DAYS} days`;
        const from = `in ${pluralize(payments.length, "payment")} ${when}`;
        const rows = payments.map(({ subscriptionId, name, amount, date, categoryId }) => ({
          key: `${subscriptionId} ${date}`,
          lead: <CategoryBadge {...categoryOf({ categoryId }, categories)} size="small" />,
          name,
          note: `Due ${format(date)}`,
          amount,
        }));
        return <WhySum from={from} none="No payment is due." rows={rows} />;
      }}
    </WhyResult>
  );
}

export function SubscriptionsWhy({ isAnnual }: { isAnnual: boolean }) {
  const { money } = useMoney();
  const today = useToday();
  return (
    <WhyResult queries={useLists()}>
      {(data) => {
        const { monthly, annual } = totals(data.subscriptions, today);
        const running = data.subscriptions
          .filter((one) => flowOf(one) === "expense" && isRunning(one, today))
          .toSorted((a, b) => yearlyCost(b) - yearlyCost(a));
        const rows = running.map((one) => ({
          key: one.id,
          lead: <CategoryBadge {...categoryOf(one, data.categories)} size="small" />,
          name: one.name,
          note: `${money(one.amount)} ${RHYTHMS[one.frequency].label.toLowerCase()}`,
          amount: yearlyCost(one),
        }));
        const aMonth = money(monthly);
        if (isAnnual)
          return <WhySum amount={annual} from="a year" facts={[["A month", aMonth]]} rows={rows} />;
        const from = `a month: a twelfth of ${money(annual)} a year`;
        return <WhySum amount={monthly} from={from} rows={rows} />;
      }}
    </WhyResult>
  );
}

/** The payments of a subscription that were recorded, the latest hundred at most. */
export function SubscriptionWhy({ id }: { id: Id }) {
  const subscriptions = useQuery(subscriptionList(useOpenLedger().ledgerId));
  return (
    <WhyResult queries={{ subscriptions }}>
      {(data) => {
        const found = data.subscriptions.find((one) => one.id === id);
        if (found) return <Payments subscription={found} />;
        return <EmptyState illustration="transactions" title="This subscription no longer exists" />;
      }}
    </WhyResult>
  );
}

function Payments({ subscription }: { subscription: Subscription }) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const today = useToday();
  const transactions = useQuery(transactionSearch(ledgerId, { text: subscription.name }));
  const { id, amount, frequency, previousAmount, amountChangedOn } = subscription;
  const yearly = yearlyCost(subscription);
  const before =
    previousAmount &&
    amountChangedOn &&
    `${money(previousAmount)}, until ${formatDay(amountChangedOn, today, locale)}`;
  return (
    <>
      <WhyFacts
        amount={amount}
        from={frequency}
        facts={[
          ["A year", money(yearly)],
          ["A month", money(cents(Math.round(yearly / 12)))],
          !!before && ["Before", before],
        ]}
      />
      <WhyResult queries={{ transactions }} lines={4}>
        {(data) => {
          const rows = data.transactions.rows.filter(({ subscriptionId }) => subscriptionId === id);
          const dates = rows.map(({ date }) => date);
          const format = dayFormatter(dates, today, locale);
          const listed = rows.map((row) => {
            const { id: key, description: name, date } = row;
            return { key, name, note: format(date), amount: netAmount(row) };
          });
          return <WhyList none="No payment is recorded yet." rows={listed} />;
        }}
      </WhyResult>
    </>
  );
}
