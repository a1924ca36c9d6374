import type { ComponentProps, SyntheticEvent } from "react";
import { Button } from "../base/Button.tsx";
import { FormError } from "../base/Field.tsx";
import { Dialog, DialogActions } from "./Dialog.tsx";

type ActionsProps = Pick<
  ComponentProps<typeof Button>,
  "disabled" | "pending" | "pendingLabel" | "variant"
> & { submit: string; cancel?: string; onCancel: () => void; error?: string | undefined };

export function FormActions({ submit, cancel = "Cancel", onCancel, error, ...button }: ActionsProps) {
  return (
    <DialogActions>
      <FormError>{error}</FormError>
      <Button variant="secondary" disabled={button.pending} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" {...(button.pending !== undefined && { pendingLabel: "Saving..." })} {...button}>
        {submit}
      </Button>
    </DialogActions>
  );
}

type Props = Omit<ComponentProps<typeof Dialog>, "busy"> &
  Omit<ActionsProps, "onCancel"> & { onSubmit: (event: SyntheticEvent) => unknown };

export function FormDialog({ title, description, size, discardable, onClose, onSubmit, ...rest }: Props) {
  const { children, covering, ...actions } = rest;
  const dialog = { title, description, size, discardable, covering, onClose };
  return (
    <Dialog {...dialog} busy={actions.pending}>
      <form className="fields" noValidate onSubmit={onSubmit}>
        {children}
        <FormActions {...actions} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
