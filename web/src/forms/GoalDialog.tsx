import { type Goal, newGoalDefaults } from "@coffer/domain/goal";
import { toDecimal } from "@coffer/domain/money";
import { useQuery } from "@tanstack/react-query";
import { categoryList } from "../api/categories.ts";
import { useSaveGoal } from "../api/goals.ts";
import { useMoney } from "../shell/money.ts";
import { useOpenBudget, useToday } from "../shell/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { SelectField } from "../ui/fields/SelectField.tsx";
import { Dialog, DialogActions } from "../ui/overlays/Dialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { COLORS, iconsIn } from "./goal-looks.tsx";
import { goalForm } from "./goal-schema.ts";

const BLANK = { name: "", description: "", targetAmount: "", currentAmount: "0", categoryId: "" } as const;
const LOOK = { icon: "savings", color: "green" } as const;

type Props = {
  /** The one to change; a new one without it. */
  goal?: Goal;
  onClose: () => void;
};

/** Create Financial Goal, Edit Financial Goal. */
export function GoalDialog({ goal, onClose }: Props) {
  const { budget } = useOpenBudget();
  const { data: categories = [] } = useQuery(categoryList(budget));
  const save = useSaveGoal(budget);
  const { symbol } = useMoney();
  const today = useToday();
  const form = useSchemaForm(goalForm, {
    defaultValues: goal ? asTyped(goal) : { ...BLANK, ...LOOK, ...newGoalDefaults(today) },
    mode: "onChange",
    async save({ currentAmount, ...read }) {
      // Unless it was typed over, the amount stays with the server: a contribution made meanwhile is not undone.
      const counted = !goal || dirtyFields.currentAmount;
      await save.mutateAsync({ ...read, ...(counted && { currentAmount }), ...(goal && { id: goal.id }) });
      onClose();
    },
  });
  const { isValid, dirtyFields } = form.formState;
  return (
    <Dialog
      title={goal ? "Edit Financial Goal" : "Create Financial Goal"}
      onClose={onClose}
      busy={save.isPending}
    >
      <form className="fields" noValidate onSubmit={form.submit}>
        <TextField label="Name" required {...form.field("name")} />
        <TextField label="Description" {...form.field("description")} />
        <div className="fields-2">
          <MoneyField label="Target amount" required symbol={symbol} {...form.field("targetAmount")} />
          <MoneyField label="Current amount" symbol={symbol} {...form.field("currentAmount")} />
          <DateField label="Start date" required {...form.field("startDate")} />
          <DateField label="Target date" required {...form.field("targetDate")} />
        </div>
        <SelectField
          label="Category"
          options={[
            { value: "", label: "No category" },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field("categoryId")}
        />
        <RadioGroup
          label="Icon"
          layout="tiles"
          options={iconsIn(form.watch("color") ?? LOOK.color)}
          {...form.field("icon")}
        />
        <RadioGroup label="Color" layout="tiles" options={COLORS} {...form.field("color")} />
        <DialogActions>
          <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isValid} pending={save.isPending} pendingLabel="Saving...">
            {goal ? "Save changes" : "Create Goal"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function asTyped({ name, description, targetAmount, currentAmount, categoryId, ...rest }: Goal) {
  const { startDate, targetDate, icon, color } = rest;
  return {
    name,
    description: description ?? "",
    targetAmount: toDecimal(targetAmount).toFixed(2),
    currentAmount: toDecimal(currentAmount).toFixed(2),
    startDate,
    targetDate,
    categoryId: categoryId === null ? "" : String(categoryId),
    icon,
    color,
  };
}
