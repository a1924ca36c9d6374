import { milestone as kind } from "@coffer/domain/goal/definition";
import type { Goal } from "@coffer/domain/goal/goal";
import { type ReachableMilestone, useSaveMilestone } from "../api/goals.ts";
import { useMoney } from "../format/money.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { TextField } from "../ui/base/TextField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { typedValues } from "./base/typed-values.ts";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { milestoneForm } from "./goal-schema.ts";

type Props = { goal: Goal; milestone?: ReachableMilestone | undefined; onClose: () => void };

export function MilestoneDialog({ goal, milestone, onClose }: Props) {
  const save = useSaveMilestone(useOpenLedger().ledgerId, goal.id);
  const { currency, money } = useMoney();
  const form = useSchemaForm(milestoneForm(currency), {
    defaultValues: typedValues(kind, milestone ?? {}, currency),
    save: (read) => save.mutateAsync({ body: read, opened: milestone }),
    onClose,
  });
  return (
    <FormDialog
      title={milestone ? "Edit milestone" : "Add Milestone"}
      description={
        <>
          On the way to “{goal.name}”,{" "}
          <WhyLink of={`${goal.name} target`} why={`goal-${goal.id}`} text={money(goal.targetAmount)} />.
        </>
      }
      {...form.submission}
      submit={milestone ? "Save changes" : "Add Milestone"}
    >
      <TextField label="Name" required {...form.field("name")} />
      <MoneyField label="Amount" required currency={currency} {...form.field("amount")} />
      <TextField label="Description" {...form.field("description")} />
    </FormDialog>
  );
}
