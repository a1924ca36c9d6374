import { Button } from "../../ui/base/Button.tsx";
import { Dialog, DialogActions } from "../../ui/overlays/Dialog.tsx";

type Props = {
  budget: string | undefined;
  currency: string;
  onOwn: () => void;
  onBudget: () => void;
  onClose: () => void;
};

export function CurrencyDialog({ budget, currency, onOwn, onBudget, onClose }: Props) {
  return (
    <Dialog size="small" title={`Use ${currency} for…`} onClose={onClose}>
      <p>
        “{budget}” has one currency for everybody who sees it. Your own setting is for a budget of your own.
      </p>
      <DialogActions>
        <Button variant="secondary" onClick={onOwn}>
          A budget of my own
        </Button>
        <Button onClick={onBudget}>This budget, for everybody</Button>
      </DialogActions>
    </Dialog>
  );
}
