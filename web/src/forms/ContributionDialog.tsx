import { type Goal, remaining } from "@coffer/domain/goal";
import { useContribute } from "../api/goals.ts";
import { useMoney } from "../shell/money.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { Dialog, DialogActions } from "../ui/overlays/Dialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { contributionForm } from "./goal-schema.ts";

type Props = { goal: Goal; onClose: () => void };

/** Add contribution: what was put aside is added to the goal's current amount. */
export function ContributionDialog({ goal, onClose }: Props) {
  const contribute = useContribute(useOpenBudget().budget);
  const { symbol, money } = useMoney();
  const form = useSchemaForm(contributionForm, {
    defaultValues: { amount: "" },
    async save({ amount }) {
      await contribute.mutateAsync({ id: goal.id, amount });
      onClose();
    },
  });
  const missing = remaining(goal);
  return (
    <Dialog
      title="Add Contribution"
      description={`“${goal.name}” holds ${money(goal.currentAmount)} of ${money(goal.targetAmount)}.`}
      size="small"
      onClose={onClose}
      busy={contribute.isPending}
    >
      <form className="fields" noValidate onSubmit={form.submit}>
        <MoneyField
          label="Amount"
          required
          symbol={symbol}
          hint={missing > 0 ? `${money(missing)} to go` : undefined}
          {...form.field("amount")}
        />
        <DialogActions>
          <Button variant="secondary" disabled={contribute.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={contribute.isPending} pendingLabel="Saving...">
            Add contribution
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
