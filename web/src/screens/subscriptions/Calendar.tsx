import type { Category } from "@coffer/domain/category/category";
import { type CalendarEntry, paymentCalendar } from "@coffer/domain/subscription/payment-calendar";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { monthTransactions } from "../../api/transactions.ts";
import { categoryOf } from "../../budget/category-of.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { PaymentCalendar } from "../../ui/charts/PaymentCalendar.tsx";
import { MonthPicker } from "../../ui/controls/MonthPicker.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";

type Props = { subscriptions: Subscription[]; categories: Category[] };

/** Folded: it says again, by day, what the lists above say by name. */
export function Calendar(props: Props) {
  return (
    <Card title="Payment calendar" fold>
      <Month {...props} />
    </Card>
  );
}

function Month({ subscriptions, categories }: Props) {
  const { ledgerId } = useOpenLedger();
  const { money, signed } = useMoney();
  const today = useToday();
  const current = monthOfDay(today);
  const [month, setMonth] = useState(current);
  const { data: transactions = [], isError, isSuccess } = useQuery(monthTransactions(ledgerId, month));
  const entries = paymentCalendar(subscriptions, transactions, month, today);
  const isPaid = !entries.some(({ state }) => state === "due" || state === "overdue");
  const shown = (entry: CalendarEntry) =>
    entry.state === "reminder"
      ? entry
      : {
          ...entry,
          amount: entry.type === "income" ? signed(entry) : money(entry.amount),
          color: categoryOf(entry, categories).color,
          subscriptionId: entry.subscriptionId,
        };
  // In the grid it is hidden from screen readers: the list beside it has the same.
  const wrap = (entry: ReturnType<typeof shown>, isHidden: boolean) =>
    "subscriptionId" in entry && (
      <WhyLink why={`subscription-${entry.subscriptionId}`} tabIndex={isHidden ? -1 : undefined}>
        {entry.amount}
      </WhyLink>
    );
  return (
    <div className="stack">
      <div>
        <MonthPicker month={month} current={current} onChange={setMonth} />
      </div>
      <PaymentCalendar month={month} today={today} entries={entries.map(shown)} wrap={wrap} />
      {isError && <p className="muted">What was paid this month could not be loaded.</p>}
      {isSuccess && isPaid && <p className="muted">Nothing left to pay this month.</p>}
    </div>
  );
}
