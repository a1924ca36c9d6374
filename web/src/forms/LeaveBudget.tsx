import type { Id } from "@coffer/domain/id";
import { useNavigate } from "@tanstack/react-router";
import { useLeaveBudget } from "../api/shared-users.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";

type Props = { owner: { ownerId: Id; firstName: string }; onClose: () => void };

/** Asks before one leaves somebody's budget; if it is open, one's own is opened first. */
export function LeaveBudget({ owner: { ownerId, firstName }, onClose }: Props) {
  const leave = useLeaveBudget();
  const navigate = useNavigate();
  const { budget } = useOpenBudget();
  const confirm = async () => {
    if (budget === ownerId) await navigate({ to: ".", search: (kept) => ({ ...kept, budget: undefined }) });
    leave.mutate({ ownerId, firstName }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog
      title="Leave Budget"
      action="Leave"
      pending={leave.isPending}
      pendingLabel="Leaving..."
      onConfirm={confirm}
      onCancel={onClose}
    >
      You will no longer see {firstName}'s budget, unless it is shared with you again.
    </ConfirmDialog>
  );
}
