import { type Goal, remaining } from "@coffer/domain/goal/goal";
import { type Cents, minus, ZERO } from "@coffer/domain/money/money";
import { useContribute } from "../api/goals.ts";
import { useMoney } from "../format/money.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { contributionForm } from "./goal-schema.ts";

type Props = { goal: Goal; withdraw?: boolean; onClose: () => void };

export function ContributionDialog({ goal, withdraw = false, onClose }: Props) {
  const contribute = useContribute(useOpenLedger().ledgerId);
  const { currency, money } = useMoney();
  const form = useSchemaForm(contributionForm(currency), {
    defaultValues: { amount: "" },
    save: ({ amount }) =>
      contribute.mutateAsync({ id: goal.id, amount: withdraw ? minus(ZERO, amount) : amount }),
    onClose,
  });
  const missing = remaining(goal);
  const why = (of: string, amount: Cents) => (
    <WhyLink of={`${goal.name} ${of}`} why={`goal-${goal.id}`} text={money(amount)} />
  );
  return (
    <FormDialog
      title={withdraw ? "Withdraw" : "Add contribution"}
      description={
        <>
          “{goal.name}” holds {why("current", goal.currentAmount)} of {why("target", goal.targetAmount)}
          {!withdraw && missing > 0 && <>, {why("remaining", missing)} to go</>}.
        </>
      }
      size="small"
      {...form.submission}
      submit={withdraw ? "Withdraw" : "Add contribution"}
    >
      <MoneyField label="Amount" required currency={currency} {...form.field("amount")} />
    </FormDialog>
  );
}
