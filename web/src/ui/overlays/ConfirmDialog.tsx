import { useState, useSyncExternalStore } from "react";
import { Button } from "../base/Button.tsx";
import { closeQuestion, currentQuestion, subscribeToQuestion } from "./confirm.ts";
import { Dialog, DialogActions } from "./Dialog.tsx";

/** Shows what `confirm` asks: Cancel, which has the focus, and one action. One at the root of the app. */
export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribeToQuestion, currentQuestion);
  const [pending, setPending] = useState(false);
  if (!question) return null;
  const { title, body, action } = question;
  const act = async () => {
    setPending(true);
    try {
      await action.run();
      closeQuestion();
    } catch {
      // The action has raised its own toast.
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog title={title} size="small" onClose={closeQuestion} busy={pending}>
      <div className="dialog-description">{body}</div>
      <DialogActions>
        {/* First, so that the focus starts where it does no harm. */}
        <Button variant="secondary" disabled={pending} onClick={closeQuestion}>
          Cancel
        </Button>
        <Button variant="destructive" pending={pending} pendingLabel={action.pendingLabel} onClick={act}>
          {action.label}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
