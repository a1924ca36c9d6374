import { type Budget, type History, historyOf } from "@coffer/domain/budget/budget";
import { leastUsedColor, likelyIcon } from "@coffer/domain/category/appearance";
import { type Category, type CategoryKind, type Flow, namesake } from "@coffer/domain/category/category";
import { groupNames } from "@coffer/domain/category/category-moves";
import {
  CARRIES,
  CARRY_NAMES,
  CATEGORY_COLORS,
  CATEGORY_ICONS,
  CATEGORY_KINDS,
  KIND_NAMES,
} from "@coffer/domain/category/choices";
import { category as kind } from "@coffer/domain/category/definition";
import type { Id } from "@coffer/domain/id";
import { amountText } from "@coffer/domain/money/amount";
import { ZERO } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel, monthOfDay, previousMonth } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import type { ChangeEvent } from "react";
import { budgetHistory, categoryBudget } from "../api/budgets.ts";
import { categoryKinds, categoryUsage, useSaveCategory } from "../api/categories.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useCategories, useMonth, useOpenLedger, useToday } from "../selection/selection.ts";
import { Skeleton } from "../ui/base/Loading.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { Sparkline } from "../ui/charts/Sparkline.tsx";
import { CategoryBadge } from "../ui/display/CategoryBadge.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { SelectField } from "../ui/fields/SelectField.tsx";
import { SuggestField } from "../ui/fields/SuggestField.tsx";
import { confirm } from "../ui/overlays/confirm.ts";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormActions } from "../ui/overlays/FormDialog.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { colorOptions, FlowField } from "./base/choice-fields.tsx";
import { typedValues } from "./base/typed-values.ts";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { AUTOMATIC, categoryForm } from "./schemas.ts";
import { SharesField } from "./WhoPaid.tsx";
import "./CategoryDialog.css";

type Props = {
  category?: Category;
  /** The type that a new category starts with; the form can change it. */
  type?: Flow;
  onSaved?: ((category: Category) => void) | undefined;
  onClose: () => void;
};

/** The projected amount applies to the chosen month. */
export function CategoryDialog({ category, type = "expense", onSaved, onClose }: Props) {
  const month = useMonth();
  const save = useSaveCategory(useOpenLedger().ledgerId, month);
  const form = { type, month, save, onSaved, onClose };
  return (
    <Dialog title={category ? "Edit Category" : "Add Category"} onClose={onClose} busy={save.isPending}>
      {category ? <Edit category={category} {...form} /> : <CategoryForm {...form} />}
    </Dialog>
  );
}

type FormProps = Props & {
  type: Flow;
  month: Month;
  save: ReturnType<typeof useSaveCategory>;
  budget?: Budget | null | undefined;
  history?: History | null | undefined;
  isTypeFixed?: boolean;
  kindNow?: CategoryKind | undefined;
};

/** Opens the form once its reads have ended. The amount starts at 0 without a budget, and a failed read is ignored. */
function Edit(props: FormProps & { category: Category }) {
  const { ledgerId } = useOpenLedger();
  const { category, month } = props;
  const planned = useQuery(categoryBudget(ledgerId, month, category.id));
  const year = useQuery(budgetHistory(ledgerId, previousMonth(month), 12));
  const usage = useQuery(categoryUsage(ledgerId, category.id));
  const kinds = useQuery(categoryKinds(ledgerId));
  // Not `isPending`, which is true again during a refetch after a failure: the form would lose its text.
  if (![planned, year, usage, kinds].every(({ isFetched }) => isFetched))
    return <Skeleton height="2.5rem" lines={8} />;
  const { transactions = 0, subscriptions = 0 } = usage.data ?? {};
  return (
    <CategoryForm
      {...props}
      budget={planned.data}
      history={year.data && historyOf(category.id, year.data)}
      isTypeFixed={transactions + subscriptions > 0}
      kindNow={kinds.data?.find(({ categoryId }) => categoryId === category.id)?.kindNow}
    />
  );
}

const COLORS = colorOptions(CATEGORY_COLORS);

function useCategoryForm(props: FormProps, categories: Category[]) {
  const { category, budget, month, save, onSaved, onClose } = props;
  const { currency } = useMoney();
  const known = category ?? {
    type: props.type,
    icon: likelyIcon("", props.type),
    color: leastUsedColor(categories),
  };
  return useSchemaForm(categoryForm(currency), {
    defaultValues: {
      ...typedValues(kind, { carry: "none", kind: null, ...known }, currency),
      opening: category?.opening ? amountText(category.opening.amount, currency, locale) : "",
      projected: category ? amountText(budget?.projected ?? ZERO, currency, locale) : "",
    },
    async save(read) {
      const twin =
        read.name === category?.name ? undefined : namesake(categories, { ...read, id: category?.id });
      if (twin && !(await confirmDuplicate(twin))) return false;
      const before = category?.opening ?? null;
      const isAsBefore = read.opening === (before?.amount ?? ZERO);
      const opening = isAsBefore ? before : { month: before?.month ?? month, amount: read.opening };
      const sent = { ...read, opening, planned: Boolean(budget), opened: category };
      const saved = await save.mutateAsync(sent);
      onSaved?.(saved);
      return saved;
    },
    onClose,
  });
}

function CategoryForm(props: FormProps) {
  const { category, history, month, save, onClose } = props;
  const { currency } = useMoney();
  const { data: categories = [] } = useCategories();
  const form = useCategoryForm(props, categories);
  const { dirtyFields } = form.formState;
  const type = form.watch("type");
  const proposeIcon = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (!category && !dirtyFields.icon) form.setValue("icon", likelyIcon(target.value, type));
  };
  return (
    <form className="fields" noValidate onSubmit={form.submit}>
      {!props.isTypeFixed && <FlowField {...form.field("type")} />}
      <TextField label="Name" required {...form.field("name", proposeIcon)} />
      <TextField label="Description" {...form.field("description")} />
      <SuggestField
        label="Group"
        hint="Such as Home or Daily: groups have subtotals. A new name makes a new group."
        suggestions={groupNames(categories, type)}
        autoComplete="off"
        {...form.field("group")}
      />
      <MoneyField
        label="Projected budget"
        hint={`For ${monthLabel(month)}`}
        currency={currency}
        {...form.field("projected")}
      />
      {type === "expense" && <ExpenseFields form={form} {...props} />}
      {history && category && (
        <PastYear name={category.name} {...history} id={category.id} month={previousMonth(month)} />
      )}
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
        error={form.submission.error}
        onCancel={onClose}
      />
    </form>
  );
}

type ExpenseProps = FormProps & { form: ReturnType<typeof useCategoryForm> };

function ExpenseFields({ form, category, month, kindNow }: ExpenseProps) {
  const { currency } = useMoney();
  const thisMonth = monthOfDay(useToday());
  return (
    <>
      <SelectField
        label="At the month's end"
        hint={`What happens to the available amount. Changes apply from ${monthLabel(thisMonth)} on.`}
        options={CARRY_OPTIONS}
        {...form.field("carry")}
      />
      {form.watch("carry") !== "none" && (
        <MoneyField
          label="Available when you moved here"
          hint={`In your earlier program, at the beginning of ${monthLabel(category?.opening?.month ?? month)}. It replaces what earlier months left.`}
          currency={currency}
          // It may be overspent, and the decimal keyboard of some phones has no minus.
          inputMode="text"
          {...form.field("opening")}
        />
      )}
      {category && (
        <SelectField
          label="Kind"
          hint="Only everyday categories count in To spend; bills and set-asides are subtracted first"
          options={kindOptions(category.kind ? undefined : kindNow)}
          {...form.field("kind")}
        />
      )}
      <SharesField
        label="Shared"
        hint="Applies to new entries; each purchase can have its own shares"
        error={form.formState.errors.shares?.message}
        value={form.watch("shares") ?? null}
        onChange={(shares) => form.setValue("shares", shares ?? null)}
      />
    </>
  );
}

/** Asks before a second category gets the same name, which is allowed but rarely wanted. */
function confirmDuplicate({ name, archived }: Category): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  confirm({
    title: `“${name}” exists already`,
    body: archived
      ? "It is archived: you can bring it back under Budget. Do you want a second category of this name?"
      : "Do you want a second category of this name?",
    cancel: "Change the name",
    action: { label: "Save anyway", variant: "primary", run: () => resolve(true) },
    onClose: () => resolve(false),
  });
  return promise;
}

function PastYear({ name, actuals, mean, id, month }: History & { name: string; id: Id; month: Month }) {
  const { money } = useMoney();
  const text = ` a month on average, over the ${pluralize(actuals.length, "month")} before`;
  return (
    <figure className="past-year">
      <figcaption className="field-hint">
        <WhyLink of={`${name} on average`} why={`average-${id}`} month={month} text={money(mean)} />
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

const CARRY_OPTIONS = CARRIES.map((carry) => ({ value: carry, label: CARRY_NAMES[carry] }));

/** `inferred` is the kind that follows from the category's rows. */
const kindOptions = (inferred: CategoryKind | undefined) => [
  { value: AUTOMATIC, label: inferred ? `${KIND_NAMES[inferred]} (automatic)` : "Automatic" },
  ...CATEGORY_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] })),
];
