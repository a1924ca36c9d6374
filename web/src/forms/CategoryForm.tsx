import { amountText } from "@coffer/domain/amount";
import type { Budget, History } from "@coffer/domain/budget";
import { CATEGORY_COLORS, CATEGORY_ICONS, type Category, type Flow } from "@coffer/domain/category";
import { groupNames } from "@coffer/domain/category-moves";
import type { Id } from "@coffer/domain/id";
import { type Currency, ZERO } from "@coffer/domain/money";
import { type Month, monthLabel, previousMonth } from "@coffer/domain/month";
import { pluralize } from "@coffer/domain/plural";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { categoryList } from "../api/categories.ts";
import type { useSaveCategory } from "../api/save-category.ts";
import { useMoney } from "../shell/money.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { WhyLink } from "../shell/WhyLink.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { Sparkline } from "../ui/charts/Sparkline.tsx";
import { CategoryBadge } from "../ui/display/CategoryBadge.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { FormActions } from "../ui/overlays/FormActions.tsx";
import { colorOptions } from "./base/color-options.tsx";
import { FlowField } from "./base/FlowField.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { categoryForm } from "./category-schema.ts";
import "./CategoryForm.css";

const COLORS = colorOptions(CATEGORY_COLORS);
const BLANK = {
  name: "",
  description: "",
  group: "",
  icon: "category",
  color: "blue",
  projected: "",
} as const;

type Props = {
  category?: Category;
  type?: Flow | undefined;
  /** Of the month; null where there is none yet. */
  budget: Budget | null;
  /** Of the year before; null where there is none. */
  history: History | null;
  month: Month;
  save: ReturnType<typeof useSaveCategory>;
  onClose: () => void;
};

export function CategoryForm({ category, type = "expense", budget, history, month, save, onClose }: Props) {
  const { currency } = useMoney();
  const { data: categories = [] } = useQuery(categoryList(useOpenBudget().budget));
  const groupList = useId();
  const form = useSchemaForm(categoryForm(currency), {
    defaultValues: category ? toFormValues(category, budget, currency) : { ...BLANK, type },
    async save(read) {
      await save.mutateAsync({
        ...read,
        planned: budget !== null,
        ...(category && { id: category.id, opened: category }),
      });
      onClose();
    },
    onDropped: onClose,
  });
  return (
    <form className="fields" noValidate onSubmit={form.submit}>
      <FlowField {...form.field("type")} />
      <TextField label="Name" required {...form.field("name")} />
      <TextField label="Description" {...form.field("description")} />
      <TextField
        label="Group"
        hint="Such as Home or Daily: groups have subtotals. A new name makes a new group."
        list={groupList}
        autoComplete="off"
        {...form.field("group")}
      />
      <datalist id={groupList}>
        {groupNames(categories, form.watch("type")).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <MoneyField
        label="Projected budget"
        hint={`For ${monthLabel(month)}`}
        currency={currency}
        {...form.field("projected")}
      />
      {history && category && <PastYear {...history} id={category.id} month={previousMonth(month)} />}
      <RadioGroup
        label="Icon"
        layout="tiles"
        required
        options={iconOptions(form.watch("color"))}
        {...form.field("icon")}
      />
      <RadioGroup label="Color" layout="tiles" required options={COLORS} {...form.field("color")} />
      <FormActions
        submit={category ? "Save changes" : "Add Category"}
        pending={save.isPending}
        onCancel={onClose}
      />
    </form>
  );
}

/** `month` is the last of the year. */
function PastYear({ actuals, mean, id, month }: History & { id: Id; month: Month }) {
  const { money } = useMoney();
  const text = ` a month on average, over the ${pluralize(actuals.length, "month")} before`;
  return (
    <figure className="past-year">
      <figcaption className="field-hint">
        <WhyLink why={`average-${id}`} month={month}>
          {money(mean)}
        </WhyLink>
        {text}
      </figcaption>
      {actuals.length > 1 && <Sparkline label={`${money(mean)}${text}`} values={actuals} />}
    </figure>
  );
}

const iconOptions = (color: string) =>
  Object.entries(CATEGORY_ICONS).map(([icon, label]) => ({
    value: icon,
    label,
    visual: <CategoryBadge icon={icon} color={color} />,
  }));

function toFormValues(
  { name, description, group, icon, color, type }: Category,
  budget: Budget | null,
  currency: Currency,
) {
  const projected = amountText(budget?.projected ?? ZERO, currency);
  return { name, description: description ?? "", group: group ?? "", icon, color, type, projected };
}
