import { Button } from "../../ui/base/Button.tsx";
import { DialogActions } from "../../ui/overlays/Dialog.tsx";

type Props = {
  /** The label of the button that submits. */
  submit: string;
  disabled?: boolean;
  pending: boolean;
  onCancel: () => void;
};

export function FormActions({ submit, disabled, pending, onCancel }: Props) {
  return (
    <DialogActions>
      <Button variant="secondary" disabled={pending} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" disabled={disabled} pending={pending} pendingLabel="Saving...">
        {submit}
      </Button>
    </DialogActions>
  );
}
