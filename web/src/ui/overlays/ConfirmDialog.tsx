import { useState } from "react";
import { Button } from "../base/Button.tsx";
import { FormError } from "../base/Field.tsx";
import { closeQuestion, question } from "./confirm.ts";
import { Dialog, DialogActions } from "./Dialog.tsx";

export function ConfirmDialog({ failureText }: { failureText: (error: unknown) => string }) {
  const open = question.use();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<{ of: typeof open; text: string }>();
  if (!open) return null;
  const { title, body, action, cancel = "Cancel", onCancel } = open;
  const act = async () => {
    setPending(true);
    setFailure(undefined);
    try {
      await action.run();
      closeQuestion();
    } catch (error) {
      // Shown here too, since the toast disappears, and may have to wait for an Undo.
      setFailure({ of: open, text: failureText(error) });
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog title={title} size="small" onClose={closeQuestion} busy={pending}>
      <div className="dialog-description">{body}</div>
      <DialogActions>
        <FormError>{failure?.of === open ? failure.text : undefined}</FormError>
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
