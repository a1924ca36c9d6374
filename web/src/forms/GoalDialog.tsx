import {
  GOAL_COLORS,
  GOAL_ICONS,
  goal as goalKind,
  milestone as milestoneKind,
} from "@coffer/domain/goal/definition";
import { type Goal, newGoalDefaults, remaining } from "@coffer/domain/goal/goal";
import { type Cents, minus, ZERO } from "@coffer/domain/money/money";
import { type ReachableMilestone, useContribute, useSaveGoal, useSaveMilestone } from "../api/goals.ts";
import { useMoney } from "../format/money.ts";
import { useCategories, useOpenLedger, useToday } from "../selection/selection.ts";
import { TextField } from "../ui/base/TextField.tsx";
import { GoalBadge } from "../ui/display/CategoryBadge.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { SelectField } from "../ui/fields/SelectField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { colorOptions } from "./base/choice-fields.tsx";
import { typedValues } from "./base/typed-values.ts";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { contributionForm, goalForm, milestoneForm } from "./schemas.ts";

const COLORS = colorOptions(GOAL_COLORS);
const ICON_LABELS = { savings: "Trophy", flag: "Flag", target: "Target", "trending-up": "Graph" };
const APPEARANCE = { icon: "savings", color: "green" } as const;

export function GoalDialog({ goal, onClose }: { goal?: Goal; onClose: () => void }) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useCategories();
  const save = useSaveGoal(ledgerId);
  const { currency } = useMoney();
  const today = useToday();
  const form = useSchemaForm(goalForm(currency), {
    defaultValues: {
      ...typedValues(goalKind, goal ?? { ...APPEARANCE, ...newGoalDefaults(today) }, currency),
      ...(!goal && { currentAmount: "0" }),
    },
    mode: "onChange",
    async save({ currentAmount, ...read }) {
      // An unedited amount is not sent: it would overwrite contributions made since the dialog opened.
      const isAmountSent = !goal || dirtyFields.currentAmount;
      await save.mutateAsync({ body: { ...read, ...(isAmountSent && { currentAmount }) }, opened: goal });
    },
    onClose,
  });
  const { isValid, dirtyFields } = form.formState;
  return (
    <FormDialog
      title={goal ? "Edit Financial Goal" : "Create Financial Goal"}
      {...form.submission}
      submit={goal ? "Save changes" : "Create goal"}
      disabled={!isValid}
    >
      <TextField label="Name" required {...form.field("name")} />
      <TextField label="Description" {...form.field("description")} />
      <div className="fields-2">
        <MoneyField label="Target amount" required currency={currency} {...form.field("targetAmount")} />
        <MoneyField label="Current amount" currency={currency} {...form.field("currentAmount")} />
        <DateField label="Start date" required {...form.field("startDate")} />
        <DateField label="Target date" required {...form.field("targetDate")} />
      </div>
      <SelectField
        label="Category"
        options={[
          { value: "", label: "No category" },
          ...categories
            .filter(({ id, archived }) => !archived || id === goal?.categoryId)
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field("categoryId")}
      />
      <RadioGroup
        label="Icon"
        layout="tiles"
        options={iconOptions(form.watch("color") ?? APPEARANCE.color)}
        {...form.field("icon")}
      />
      <RadioGroup label="Color" layout="tiles" options={COLORS} {...form.field("color")} />
    </FormDialog>
  );
}

const iconOptions = (color: string) =>
  GOAL_ICONS.map((icon) => ({
    value: icon,
    label: ICON_LABELS[icon],
    visual: <GoalBadge icon={icon} color={color} />,
  }));

type ContributionProps = { goal: Goal; withdraw?: boolean; onClose: () => void };

export function ContributionDialog({ goal, withdraw = false, onClose }: ContributionProps) {
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

type MilestoneProps = { goal: Goal; milestone?: ReachableMilestone | undefined; onClose: () => void };

export function MilestoneDialog({ goal, milestone, onClose }: MilestoneProps) {
  const save = useSaveMilestone(useOpenLedger().ledgerId, goal.id);
  const { currency, money } = useMoney();
  const form = useSchemaForm(milestoneForm(currency), {
    defaultValues: typedValues(milestoneKind, milestone ?? {}, currency),
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
