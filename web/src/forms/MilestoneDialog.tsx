import type { Goal, Milestone } from "@coffer/domain/goal";
import { toDecimal } from "@coffer/domain/money";
import { useSaveMilestone } from "../api/milestones.ts";
import { useMoney } from "../shell/money.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { Dialog, DialogActions } from "../ui/overlays/Dialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { milestoneForm } from "./goal-schema.ts";

const BLANK = { name: "", amount: "", description: "" };

type Props = {
  goal: Goal;
  /** The one to change; a new one without it. */
  milestone?: Milestone;
  onClose: () => void;
};

/** Add Milestone, Edit Milestone. */
export function MilestoneDialog({ goal, milestone, onClose }: Props) {
  const save = useSaveMilestone(useOpenBudget().budget, goal.id);
  const { symbol, money } = useMoney();
  const form = useSchemaForm(milestoneForm, {
    defaultValues: milestone ? asTyped(milestone) : BLANK,
    async save(read) {
      await save.mutateAsync({ ...read, ...(milestone && { milestoneId: milestone.id }) });
      onClose();
    },
  });
  return (
    <Dialog
      title={milestone ? "Edit Milestone" : "Add Milestone"}
      description={`On the way to “${goal.name}”, ${money(goal.targetAmount)}.`}
      onClose={onClose}
      busy={save.isPending}
    >
      <form className="fields" noValidate onSubmit={form.submit}>
        <TextField label="Name" required {...form.field("name")} />
        <MoneyField label="Amount" required symbol={symbol} {...form.field("amount")} />
        <TextField label="Description" {...form.field("description")} />
        <DialogActions>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={save.isPending} pendingLabel="Saving...">
            {milestone ? "Save changes" : "Add Milestone"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function asTyped({ name, amount, description }: Milestone) {
  return { name, amount: toDecimal(amount).toFixed(2), description: description ?? "" };
}
