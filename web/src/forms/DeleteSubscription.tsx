import type { Subscription } from "@coffer/domain/subscription";
import { useDeleteSubscription } from "../api/subscriptions.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";

type Props = { subscription: Subscription; onClose: () => void };

/** Asks before a subscription is deleted. */
export function DeleteSubscription({ subscription, onClose }: Props) {
  const remove = useDeleteSubscription(useOpenBudget().budget);
  return (
    <ConfirmDialog
      title="Delete Subscription"
      action="Delete"
      pending={remove.isPending}
      pendingLabel="Deleting..."
      onConfirm={() => remove.mutate(subscription, { onSuccess: onClose })}
      onCancel={onClose}
    >
      Are you sure you want to delete “{subscription.name}”? Payments that it has recorded stay.
    </ConfirmDialog>
  );
}
