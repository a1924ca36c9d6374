import { useState } from "react";
import { Button } from "../base/Button.tsx";
import { closeQuestion, question } from "./confirm.ts";
import { Dialog, DialogActions } from "./Dialog.tsx";

export function ConfirmDialog() {
  const open = question.use();
  const [pending, setPending] = useState(false);
  if (!open) return null;
  const { title, body, action, cancel = "Cancel", onCancel } = open;
  const act = async () => {
    setPending(true);
    try {
      await action.run();
      closeQuestion();
    } catch {
      // The mutation has raised its toast already.
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog title={title} size="small" onClose={closeQuestion} busy={pending}>
      <div className="dialog-description">{body}</div>
      <DialogActions>
        {/* First, so that it has the focus. */}
        <Button
          variant="secondary"
          disabled={pending}
          onClick={() => {
            onCancel?.();
            closeQuestion();
          }}
        >
          {cancel}
        </Button>
        <Button
          variant={action.variant ?? "destructive"}
          pending={pending}
          pendingLabel={action.pendingLabel}
          onClick={act}
        >
          {action.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
