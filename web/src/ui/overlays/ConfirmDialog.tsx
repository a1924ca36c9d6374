import type { ReactNode } from "react";
import { Button } from "../controls/Button.tsx";
import { Dialog, DialogActions } from "./Dialog.tsx";

type Props = {
  title: string;
  /** What will happen, in one sentence. */
  children: ReactNode;
  action: string;
  pending: boolean;
  pendingLabel?: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** "Are you sure?": Cancel, which has the focus, and one action. */
export function ConfirmDialog({ title, children, action, ...props }: Props) {
  return (
    <Dialog title={title} size="small" onClose={props.onCancel} busy={props.pending}>
      <div className="dialog-description">{children}</div>
      <DialogActions>
        {/* First, so that the focus starts where it does no harm. */}
        <Button variant="secondary" disabled={props.pending} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button
          variant="destructive"
          pending={props.pending}
          pendingLabel={props.pendingLabel}
          onClick={props.onConfirm}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
