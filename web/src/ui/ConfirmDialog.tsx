import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
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
  tone?: "destructive" | "primary";
};

/** "Are you sure?": Cancel, which has the focus, and one action. */
export function ConfirmDialog({ title, children, action, tone = "destructive", ...props }: Props) {
  return (
    <Dialog title={title} size="small" onClose={props.onCancel} busy={props.pending}>
      <div className="dialog-description">{children}</div>
      <DialogActions>
        {/* A modal must place the focus somewhere, and Cancel is the harmless place. */}
        <Button variant="secondary" autoFocus disabled={props.pending} onClick={props.onCancel}>
          Cancel
        </Button>
        <Button
          variant={tone}
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
