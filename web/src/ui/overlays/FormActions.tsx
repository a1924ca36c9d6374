import type { ComponentProps } from "react";
import { Button } from "../base/Button.tsx";
import { FormError } from "../base/Field.tsx";
import { DialogActions } from "./Dialog.tsx";

type Props = Pick<ComponentProps<typeof Button>, "disabled" | "pending" | "pendingLabel" | "variant"> & {
  submit: string;
  cancel?: string;
  onCancel: () => void;
  error?: string | undefined;
};

export function FormActions({ submit, cancel = "Cancel", onCancel, error, ...button }: Props) {
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
