import type { Goal } from "@coffer/domain/goal";
import { useDeleteGoal } from "../api/goals.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";

type Props = { goal: Goal; onClose: () => void };

/** Asks before a goal is deleted with its milestones. */
export function DeleteGoal({ goal, onClose }: Props) {
  const remove = useDeleteGoal(useOpenBudget().budget);
  return (
    <ConfirmDialog
      title="Delete Goal"
      action="Delete"
      pending={remove.isPending}
      pendingLabel="Deleting..."
      onConfirm={() => remove.mutate(goal, { onSuccess: onClose })}
      onCancel={onClose}
    >
      Are you sure you want to delete “{goal.name}” with its milestones? This cannot be undone.
    </ConfirmDialog>
  );
}
