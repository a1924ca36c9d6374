import { type Month, monthLabel } from "@coffer/domain/month";
import { useResetActuals } from "../api/budgets.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";

type Props = { month: Month; onClose: () => void };

/** Asks before a month's actuals are counted from zero again. */
export function ResetActuals({ month, onClose }: Props) {
  const reset = useResetActuals(useOpenBudget().budget, month);
  return (
    <ConfirmDialog
      title="Reset Actuals"
      action="Reset"
      pending={reset.isPending}
      pendingLabel="Resetting..."
      onConfirm={() => reset.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      All actual amounts of {monthLabel(month)} will count from zero again. What you projected and your
      transactions stay.
    </ConfirmDialog>
  );
}
