import type { Category } from "@coffer/domain/category";
import { monthOfDay } from "@coffer/domain/month";
import { paymentsIn, type Subscription } from "@coffer/domain/subscription";
import { useState } from "react";
import { categoryOf } from "../../shell/category-of.ts";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { PaymentCalendar } from "../../ui/charts/PaymentCalendar.tsx";
import { MonthPicker } from "../../ui/controls/MonthPicker.tsx";
import { Card } from "../../ui/display/Card.tsx";

type Props = { subscriptions: Subscription[]; categories: Category[] };

export function Calendar({ subscriptions, categories }: Props) {
  const { money } = useMoney();
  const today = useToday();
  const current = monthOfDay(today);
  const [month, setMonth] = useState(current);
  const payments = subscriptions
    .flatMap((subscription) =>
      paymentsIn(subscription, month).map((date) => ({
        key: `${subscription.id} ${date}`,
        date,
        name: subscription.name,
        amount: money(subscription.amount),
        color: categoryOf(subscription, categories).color,
        overdue: date < today,
      })),
    )
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  return (
    <div className="payment-calendar">
      <Card
        title="Payment Calendar"
        action={<MonthPicker month={month} today={current} onChange={setMonth} />}
      >
        <PaymentCalendar month={month} today={today} payments={payments} />
        {payments.length === 0 && <p className="muted">Nothing left to pay this month.</p>}
      </Card>
    </div>
  );
}
