import type { ComponentProps, SyntheticEvent } from "react";
import { Dialog } from "./Dialog.tsx";
import { FormActions } from "./FormActions.tsx";

type Props = Omit<ComponentProps<typeof Dialog>, "busy"> &
  Omit<ComponentProps<typeof FormActions>, "onCancel"> & { onSubmit: (event: SyntheticEvent) => unknown };

export function FormDialog({ title, description, size, discardable, onClose, onSubmit, ...rest }: Props) {
  const { children, ...actions } = rest;
  const dialog = { title, description, size, discardable, onClose };
  return (
    <Dialog {...dialog} busy={actions.pending}>
      <form className="fields" noValidate onSubmit={onSubmit}>
        {children}
        <FormActions {...actions} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
