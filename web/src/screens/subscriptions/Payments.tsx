import { type Category, categoryOf } from "@coffer/domain/category/category";
import type { WhyTarget } from "@coffer/domain/link/links";
import { sum } from "@coffer/domain/money/money";
import {
  flowOf,
  isAutoRecorded,
  type Subscription,
  status,
  timeRemaining,
} from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import { useId } from "react";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";
import { STATUS_TONES, usePayment } from "./SubscriptionTable.tsx";

type Props = {
  title: string;
  due: Subscription[];
  /** Opens the payments behind their sum; the sum is shown only with it. */
  why?: WhyTarget;
  categories: Category[];
  formatDate: (day: Day) => string;
};

export function Payments({ title, due, why, ...shared }: Props) {
  const { money } = useMoney();
  const total = money(sum(due.map(({ amount }) => amount)));
  return (
    <Card title={title} action={why && due.length > 0 && <WhyAmount of={title} why={why} text={total} />}>
      {due.length === 0 ? (
        <p className="muted">Nothing is due in the next 7 days.</p>
      ) : (
        <ul className="payments">
          {due.map((subscription) => (
            <Payment key={subscription.id} subscription={subscription} {...shared} />
          ))}
        </ul>
      )}
    </Card>
  );
}

type PaymentProps = Pick<Props, "categories" | "formatDate"> & { subscription: Subscription };

function Payment({ subscription, categories, formatDate }: PaymentProps) {
  const { money } = useMoney();
  const { can } = useOpenLedger();
  const today = useToday();
  const nameId = useId();
  const { pay, skip, isPaying, isSkipping, dialog } = usePayment(subscription);
  const { id, name, amount, nextPaymentDate } = subscription;
  const state = status(subscription, today);
  const isDue = state === "Overdue" || state === "Due Today";
  const isRecordedToday = isDue && isAutoRecorded(subscription);
  const named = { size: "small", "aria-describedby": nameId } as const;
  return (
    <li>
      <div className="payment-head">
        <CategoryBadge {...categoryOf(subscription, categories)} />
        <div className="payment-name">
          <h3 id={nameId}>{name}</h3>
          <p className="muted">{formatDate(nextPaymentDate)}</p>
        </div>
        <div className="payment-amount">
          <WhyAmount of={name} why={`subscription-${id}`} text={money(amount)} />
          <Badge tone={STATUS_TONES[state]}>{timeRemaining(nextPaymentDate, today)}</Badge>
        </div>
      </div>
      {isRecordedToday && <p className="muted">Will be recorded automatically today.</p>}
      {can("manage") && !isRecordedToday && (
        <div className="row">
          <Button
            {...named}
            pending={isPaying}
            disabled={isSkipping}
            variant={isDue ? "primary" : "secondary"}
            icon="check"
            onClick={pay}
          >
            {flowOf(subscription) === "income" ? "Mark as received" : "Mark as paid"}
          </Button>
          {isDue && (
            <Button {...named} pending={isSkipping} disabled={isPaying} icon="skip" onClick={skip}>
              Skip
            </Button>
          )}
          {dialog}
        </div>
      )}
    </li>
  );
}
