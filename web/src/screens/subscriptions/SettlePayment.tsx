import type { Subscription } from "@coffer/domain/subscription";
import { usePay, useSkip } from "../../api/subscriptions.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/Button.tsx";

/** Mark as paid, or Skip: what can be done about a due payment. */
export function SettlePayment({ subscription }: { subscription: Subscription }) {
  const { budget } = useOpenBudget();
  const pay = usePay(budget);
  const skip = useSkip(budget);
  const payment = { id: subscription.id, dueDate: subscription.nextPaymentDate };
  return (
    <div className="row">
      <Button
        size="small"
        icon="check"
        aria-label={`Mark as paid: ${subscription.name}`}
        pending={pay.isPending}
        disabled={skip.isPending}
        onClick={() => pay.mutate(payment)}
      >
        Mark as paid
      </Button>
      <Button
        variant="secondary"
        size="small"
        icon="skip"
        aria-label={`Skip: ${subscription.name}`}
        pending={skip.isPending}
        disabled={pay.isPending}
        onClick={() => skip.mutate(payment)}
      >
        Skip
      </Button>
    </div>
  );
}
