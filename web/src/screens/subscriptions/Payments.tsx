import { type Category, categoryOf } from "@coffer/domain/category/category";
import type { WhyTarget } from "@coffer/domain/link/links";
import { sum } from "@coffer/domain/money/money";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { flowOf, isAutoRecorded, status, timeRemaining } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import { useId } from "react";
import { issuesOf } from "../../api/api-error.ts";
import { usePay, useSkip } from "../../api/subscription-changes.ts";
import { useMoney } from "../../format/money.ts";
import { lazyComponent, useDialog } from "../../loading/lazy.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";
import { WhyAmount } from "../../why/WhyLink.tsx";
import { STATUS_TONES } from "./SubscriptionTable.tsx";

type Props = {
  title: string;
  due: Subscription[];
  /** Of their sum, which is not shown without it. */
  why?: WhyTarget;
  categories: Category[];
  formatDate: (day: Day) => string;
};

export function Payments({ title, due, why, ...shared }: Props) {
  const { money } = useMoney();
  const total = money(sum(due.map(({ amount }) => amount)));
  return (
    <Card title={title} action={why && due.length > 0 && <WhyAmount why={why} text={total} />}>
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

const PayDialog = lazyComponent(() => import("../../forms/PayDialog.tsx"), "PayDialog");

type PaymentProps = Pick<Props, "categories" | "formatDate"> & { subscription: Subscription };

function Payment({ subscription, categories, formatDate }: PaymentProps) {
  const { money } = useMoney();
  const { ledgerId, can } = useOpenLedger();
  const today = useToday();
  const nameId = useId();
  const pay = usePay(ledgerId);
  const skip = useSkip(ledgerId);
  const { open, dialog } = useDialog();
  const { id, name, amount, nextPaymentDate, categoryId } = subscription;
  const state = status(subscription, today);
  const isDue = state === "Overdue" || state === "Due Today";
  const choose = () => open((close) => <PayDialog subscription={subscription} onClose={close} />);
  const record = ({ mutate }: typeof pay | typeof skip) => {
    keepFocusNear();
    // Its category may have been deleted meanwhile.
    const onError = (error: Error) => "categoryId" in issuesOf(error) && choose();
    mutate({ id, dueDate: nextPaymentDate }, { onError });
  };
  const payNow = () => (categoryId === null ? choose() : record(pay));
  const named = { size: "small", "aria-describedby": nameId } as const;
  const stateOf = (own: { isPending: boolean }, other: { isPending: boolean }) => ({
    pending: own.isPending,
    disabled: other.isPending,
  });
  return (
    <li>
      <div className="payment-head">
        <CategoryBadge {...categoryOf(subscription, categories)} />
        <div className="payment-name">
          <h3 id={nameId}>{name}</h3>
          <p className="muted">{formatDate(nextPaymentDate)}</p>
        </div>
        <div className="payment-amount">
          <WhyAmount why={`subscription-${id}`} text={money(amount)} />
          <Badge tone={STATUS_TONES[state]}>{timeRemaining(nextPaymentDate, today)}</Badge>
        </div>
      </div>
      {isDue && isAutoRecorded(subscription) && (
        <p className="muted">Will be recorded automatically today.</p>
      )}
      {isDue && can("manage") && !isAutoRecorded(subscription) && (
        <div className="row">
          <Button {...named} {...stateOf(pay, skip)} variant="primary" icon="check" onClick={payNow}>
            {flowOf(subscription) === "income" ? "Mark as received" : "Mark as paid"}
          </Button>
          <Button {...named} {...stateOf(skip, pay)} icon="skip" onClick={() => record(skip)}>
            Skip
          </Button>
          {dialog}
        </div>
      )}
    </li>
  );
}
