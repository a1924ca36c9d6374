import type { Id } from "@coffer/domain/id";
import { useRemoveShare } from "../api/shared-users.ts";
import { ConfirmDialog } from "../ui/overlays/ConfirmDialog.tsx";

/** Asks before somebody's access to one's own budget ends. */
export function RemoveShare({ shareId, onClose }: { shareId: Id; onClose: () => void }) {
  const remove = useRemoveShare();
  return (
    <ConfirmDialog
      title="Remove Share"
      action="Remove"
      pending={remove.isPending}
      pendingLabel="Removing..."
      onConfirm={() => remove.mutate(shareId, { onSuccess: onClose })}
      onCancel={onClose}
    >
      Are you sure you want to remove this user's access to your budget?
    </ConfirmDialog>
  );
}
