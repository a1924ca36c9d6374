import { flowOf, type Subscription } from "@coffer/domain/subscription";
import { Suspense, useState } from "react";
import { usePay, useSkip } from "../../api/subscriptions.ts";
import { lazyComponent } from "../../shell/lazy.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { LoadingBar } from "../../ui/base/LoadingBar.tsx";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";

const PayDialog = lazyComponent(() => import("../../forms/PayDialog.tsx"), "PayDialog");

type Props = {
  subscription: Subscription;
  /** The id of the element with its name. */
  describedBy: string;
};

export function PaymentActions({ subscription, describedBy }: Props) {
  const { budget } = useOpenBudget();
  const pay = usePay(budget);
  const skip = useSkip(budget);
  const [isChoosing, setChoosing] = useState(false);
  const payment = { id: subscription.id, dueDate: subscription.nextPaymentDate };
  const payNow = () => {
    keepFocusNear();
    pay.mutate(payment);
  };
  const skipIt = () => {
    keepFocusNear();
    skip.mutate(payment);
  };
  return (
    <div className="row">
      <Button
        size="small"
        icon="check"
        aria-describedby={describedBy}
        pending={pay.isPending}
        disabled={skip.isPending}
        onClick={() => (subscription.categoryId === null ? setChoosing(true) : payNow())}
      >
        {flowOf(subscription) === "income" ? "Mark as received" : "Mark as paid"}
      </Button>
      <Button
        variant="secondary"
        size="small"
        icon="skip"
        aria-describedby={describedBy}
        pending={skip.isPending}
        disabled={pay.isPending}
        onClick={skipIt}
      >
        Skip
      </Button>
      <Suspense fallback={<LoadingBar />}>
        {isChoosing && <PayDialog subscription={subscription} onClose={() => setChoosing(false)} />}
      </Suspense>
    </div>
  );
}
