import type { Budget, History } from "@coffer/domain/budget";
import type { Category } from "@coffer/domain/category";
import { toDecimal, ZERO } from "@coffer/domain/money";
import { type Month, monthLabel } from "@coffer/domain/month";
import { pluralize } from "@coffer/domain/plural";
import type { useSaveCategory } from "../api/save-category.ts";
import { useMoney } from "../shell/money.ts";
import { Button } from "../ui/base/Button.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { Sparkline } from "../ui/charts/Sparkline.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { DialogActions } from "../ui/overlays/Dialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { COLORS, iconsIn } from "./category-looks.tsx";
import { categoryForm } from "./category-schema.ts";
import "./CategoryForm.css";

const TYPES = [
  { value: "expense", label: "Expense" },
  { value: "income", label: "Income" },
];
const BLANK = {
  name: "",
  description: "",
  icon: "category",
  color: "blue",
  type: "expense",
  projected: "",
} as const;

type Props = {
  category?: Category;
  /** What is planned for it in the month; null for nothing yet. */
  budget: Budget | null;
  /** What happened over the year before; null for nothing. */
  course: History | null;
  month: Month;
  save: ReturnType<typeof useSaveCategory>;
  onClose: () => void;
};

/** The dialog's fields. */
export function CategoryForm({ category, budget, course, month, save, onClose }: Props) {
  const { symbol } = useMoney();
  const form = useSchemaForm(categoryForm, {
    defaultValues: category ? asTyped(category, budget) : BLANK,
    async save(read) {
      await save.mutateAsync({ ...read, planned: budget !== null, ...(category && { id: category.id }) });
      onClose();
    },
  });
  return (
    <form className="fields" noValidate onSubmit={form.submit}>
      <RadioGroup label="Type" layout="segments" options={TYPES} {...form.field("type")} />
      <TextField label="Name" required {...form.field("name")} />
      <TextField label="Description" {...form.field("description")} />
      <MoneyField
        label="Projected budget"
        hint={`For ${monthLabel(month)}`}
        symbol={symbol}
        {...form.field("projected")}
      />
      {course && <YearBefore {...course} />}
      <RadioGroup
        label="Icon"
        layout="tiles"
        required
        options={iconsIn(form.watch("color"))}
        {...form.field("icon")}
      />
      <RadioGroup label="Color" layout="tiles" required options={COLORS} {...form.field("color")} />
      <DialogActions>
        <Button variant="secondary" disabled={save.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" pending={save.isPending} pendingLabel="Saving...">
          {category ? "Save changes" : "Add Category"}
        </Button>
      </DialogActions>
    </form>
  );
}

/** What to plan by. */
function YearBefore({ actuals, mean }: History) {
  const { money } = useMoney();
  const text = `${money(mean)} a month on average, over the ${pluralize(actuals.length, "month")} before`;
  return (
    <figure className="year-before">
      <figcaption className="field-hint">{text}</figcaption>
      {actuals.length > 1 && <Sparkline label={text} values={actuals} />}
    </figure>
  );
}

function asTyped({ name, description, icon, color, type }: Category, budget: Budget | null) {
  const projected = toDecimal(budget?.projected ?? ZERO).toFixed(2);
  return { name, description: description ?? "", icon, color, type, projected };
}
