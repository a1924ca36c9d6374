import { dueBeforePay } from "@coffer/domain/budget/to-spend";
import { categoryOf } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
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
import { netAmount } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { subscriptionList } from "../../api/subscriptions.ts";
import { transactionSearch } from "../../api/transactions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyFacts, WhyList, WhyResult, WhySum } from "../../why/WhySum.tsx";

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
        return <EmptyState illustration="transactions" title="This subscription is not there any more" />;
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
