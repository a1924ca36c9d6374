import type { ComponentProps } from "react";
import { Button } from "../base/Button.tsx";
import { DialogActions } from "./Dialog.tsx";

type Props = Pick<ComponentProps<typeof Button>, "disabled" | "pending" | "pendingLabel" | "variant"> & {
  submit: string;
  cancel?: string;
  onCancel: () => void;
};

export function FormActions({ submit, cancel = "Cancel", onCancel, ...button }: Props) {
  return (
    <DialogActions>
      <Button variant="secondary" disabled={button.pending} onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" {...(button.pending !== undefined && { pendingLabel: "Saving..." })} {...button}>
        {submit}
      </Button>
    </DialogActions>
  );
}
