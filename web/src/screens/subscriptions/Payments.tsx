import type { Category } from "@coffer/domain/category";
import type { Day } from "@coffer/domain/day";
import { isAutoRecorded, type Subscription, status, timeRemaining } from "@coffer/domain/subscription";
import { useId } from "react";
import { categoryOf } from "../../shell/category-of.ts";
import { useMoney } from "../../shell/money.ts";
import { useOpenBudget, useToday } from "../../shell/selection.ts";
import { WhyAmount } from "../../shell/WhyLink.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { PaymentActions } from "./PaymentActions.tsx";
import { STATUS_TONES } from "./status-tones.ts";

type Props = {
  title: string;
  due: Subscription[];
  categories: Category[];
  formatDate: (day: Day) => string;
};

export function Payments({ title, due, categories, formatDate }: Props) {
  return (
    <Card title={title}>
      {due.length === 0 ? (
        <p className="muted">Nothing is due in the next 7 days.</p>
      ) : (
        <ul className="payments">
          {due.map((subscription) => (
            <li key={subscription.id}>
              <Payment {...{ subscription, categories, formatDate }} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type PaymentProps = Pick<Props, "categories" | "formatDate"> & { subscription: Subscription };

function Payment({ subscription, categories, formatDate }: PaymentProps) {
  const { money } = useMoney();
  const today = useToday();
  const id = useId();
  const mayChange = useOpenBudget().can("manage");
  const { name, amount, nextPaymentDate } = subscription;
  const state = status(subscription, today);
  const isDue = state === "Overdue" || state === "Due Today";
  return (
    <>
      <div className="payment-head">
        <CategoryBadge {...categoryOf(subscription, categories)} />
        <div className="payment-name">
          <h3 id={id}>{name}</h3>
          <p className="muted">{formatDate(nextPaymentDate)}</p>
        </div>
        <div className="payment-amount">
          <WhyAmount why={`subscription-${subscription.id}`} text={money(amount)} />
          <Badge tone={STATUS_TONES[state]}>{timeRemaining(nextPaymentDate, today)}</Badge>
        </div>
      </div>
      {isDue && isAutoRecorded(subscription) && (
        <p className="muted">Will be recorded automatically today.</p>
      )}
      {isDue && mayChange && !isAutoRecorded(subscription) && (
        <PaymentActions subscription={subscription} describedBy={id} />
      )}
    </>
  );
}
