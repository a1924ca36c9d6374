import { flowOf, type Subscription } from "@coffer/domain/subscription";
import { usePay, useSkip } from "../../api/subscriptions.ts";
import { lazyComponent } from "../../shell/lazy.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { useDialog } from "../../shell/use-dialog.tsx";
import { Button } from "../../ui/base/Button.tsx";
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
  const { open, dialog } = useDialog();
  const payment = { id: subscription.id, dueDate: subscription.nextPaymentDate };
  const record = ({ mutate }: typeof pay | typeof skip) => {
    keepFocusNear();
    mutate(payment);
  };
  const choose = () => open((close) => <PayDialog subscription={subscription} onClose={close} />);
  return (
    <div className="row">
      <Button
        size="small"
        icon="check"
        aria-describedby={describedBy}
        pending={pay.isPending}
        disabled={skip.isPending}
        onClick={() => (subscription.categoryId === null ? choose() : record(pay))}
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
        onClick={() => record(skip)}
      >
        Skip
      </Button>
      {dialog}
    </div>
  );
}
