import { SPREAD_MONTHS } from "@coffer/domain/budget/spread";
import { offeredFor } from "@coffer/domain/category/category";
import { text } from "@coffer/domain/definition/values";
import { newGoalDefaults } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { AffordQuestion } from "@coffer/domain/line/afford-text";
import { plus, ZERO } from "@coffer/domain/money/money";
import { DEFAULT_NOTIFY_DAYS } from "@coffer/domain/subscription/definition";
import { formatDay } from "@coffer/domain/time/format-day";
import { monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { useQueryClient } from "@tanstack/react-query";
import * as v from "valibot";
import { spreadPlans, usePlanMonth } from "../api/budgets.ts";
import { useSaveGoal } from "../api/goals.ts";
import { useSaveSubscription } from "../api/subscriptions.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useCategories, useOpenLedger, useToday } from "../selection/selection.ts";
import { TextField } from "../ui/base/TextField.tsx";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { CategoryField, SelectField } from "../ui/fields/SelectField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";

const affordForm = v.pipe(
  v.object({
    way: v.picklist(["payment", "plan", "goal"]),
    name: text("Name is required"),
    categoryId: v.pipe(v.string(), v.transform(Number)),
    over: v.pipe(v.string(), v.transform(Number)),
  }),
  v.forward(
    v.check(({ way, categoryId }) => way === "goal" || categoryId > 0, "Category is required"),
    ["categoryId"],
  ),
);

const SPREADS = [
  { value: 1, label: "That month" },
  ...SPREAD_MONTHS.map((count) => ({ value: count, label: `${count} months from then on` })),
];

type Props = { asked: AffordQuestion; carriedBy: Id | null; onClose: () => void };

/** Turns the question into a due payment, a higher plan or a goal. */
export function AffordDialog({ asked, carriedBy, onClose }: Props) {
  const { amount, date, every } = asked;
  const { ledgerId } = useOpenLedger();
  const { currency } = useMoney();
  const today = useToday();
  const month = monthOfDay(date);
  const client = useQueryClient();
  const { data: categories = [] } = useCategories();
  const [goal, plan, payment] = [
    useSaveGoal(ledgerId),
    usePlanMonth(ledgerId, month),
    useSaveSubscription(ledgerId),
  ];
  const day = formatDay(date, today, locale);
  const options = [
    {
      value: "payment" as const,
      label: every ? "A payment every month" : "A due payment",
      hint: `${every ? "From" : "Due on"} ${day}; subtracted from Money ahead and To spend`,
    },
    ...(every
      ? []
      : [
          {
            value: "plan" as const,
            label: "A plan",
            hint: `Raises its category’s plan of ${monthLabel(month)}`,
          },
          { value: "goal" as const, label: "A goal", hint: `Money is set aside for it until ${day}` },
        ]),
  ];
  const form = useSchemaForm(affordForm, {
    defaultValues: {
      way: "payment",
      name: asked.name && asked.name.charAt(0).toUpperCase() + asked.name.slice(1),
      categoryId: carriedBy === null ? "" : String(carriedBy),
      over: "1",
    },
    async save({ way, name, categoryId, over }) {
      if (way === "goal") {
        const { startDate } = newGoalDefaults(today);
        const looks = { icon: "savings", color: "green", description: null, categoryId: null } as const;
        const amounts = { targetAmount: amount, currentAmount: ZERO };
        const body = { ...looks, ...amounts, name, startDate, targetDate: date };
        return goal.mutateAsync({ body, opened: undefined });
      }
      if (way === "plan") {
        const spread = { categoryId, amount, month, over, currency };
        const parts = await client.fetchQuery(spreadPlans(ledgerId, spread));
        const plans = parts.map(({ part, before, ...one }) => ({ ...one, projected: plus(before, part) }));
        return plan.mutateAsync({ plans, replace: true });
      }
      const frequency = every ? "monthly" : "once";
      const settings = { notifyBeforeDays: DEFAULT_NOTIFY_DAYS, autoCreateTransaction: false, active: true };
      const empty = { endDate: null, description: null, website: null, notes: null };
      const body = { ...settings, ...empty, name, amount, frequency, startDate: date, categoryId } as const;
      return payment.mutateAsync({ body, opened: undefined });
    },
    onClose,
  });
  return (
    <FormDialog title="Make it so" size="small" {...form.submission} submit="Make it so">
      <RadioGroup label="As" options={options} {...form.field("way")} />
      <TextField label="Name" required {...form.field("name")} />
      {form.watch("way") === "plan" && (
        <SelectField label="Planned over" options={SPREADS} {...form.field("over")} />
      )}
      {form.watch("way") !== "goal" && (
        <CategoryField offered={offeredFor("expense", categories)} {...form.field("categoryId")} />
      )}
    </FormDialog>
  );
}
