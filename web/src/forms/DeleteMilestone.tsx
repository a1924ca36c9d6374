import type { Milestone } from "@coffer/domain/goal";
import { useDeleteMilestone } from "../api/milestones.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";

type Props = { milestone: Milestone; onClose: () => void };

/** Asks before a milestone is deleted. */
export function DeleteMilestone({ milestone, onClose }: Props) {
  const remove = useDeleteMilestone(useOpenBudget().budget, milestone.goalId);
  return (
    <ConfirmDialog
      title="Delete Milestone"
      action="Delete"
      pending={remove.isPending}
      pendingLabel="Deleting..."
      onConfirm={() => remove.mutate({ milestoneId: milestone.id }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      Are you sure you want to delete the milestone “{milestone.name}”?
    </ConfirmDialog>
  );
}
