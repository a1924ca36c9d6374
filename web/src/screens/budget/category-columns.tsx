import { type BudgetRow, budgetRow, type RowState } from "@coffer/domain/budget-row";
import type { Category, Flow } from "@coffer/domain/category";
import type { Cents, Currency } from "@coffer/domain/money";
import { WhyLink } from "../../shell/WhyLink.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import type { Column } from "../../ui/display/Table.tsx";
import { PlanField } from "./PlanField.tsx";

type CategoryRow = { category: Category; projected: Cents; actual: Cents; worded: BudgetRow };

type Options = {
  currency: Currency;
  /** Undefined without the permission to plan. */
  onPlan?: ((category: Category, planned: Cents) => void) | undefined;
};

export function rowOf(
  category: Category,
  { projected, actual }: { projected: Cents; actual: Cents },
  currency: Currency,
): CategoryRow {
  return { category, projected, actual, worded: budgetRow(category.type, projected, actual, currency) };
}

export function columnsOf(type: Flow, { currency, onPlan }: Options): Column<CategoryRow>[] {
  return [
    {
      key: "icon",
      header: "Icon",
      slot: "lead",
      cell: ({ category }) => <CategoryBadge icon={category.icon} color={category.color} />,
    },
    {
      key: "name",
      header: "Name",
      slot: "title",
      cell: ({ category }) => (
        <>
          {category.name}
          {category.description && <p className="category-description">{category.description}</p>}
        </>
      ),
    },
    {
      key: "projected",
      header: "Projected",
      align: "end",
      cell: ({ category, projected, worded }) =>
        onPlan ? (
          <PlanField
            name={category.name}
            planned={projected}
            currency={currency}
            text={worded.text.projected}
            onSave={(planned) => onPlan(category, planned)}
          />
        ) : (
          <Amount text={worded.text.projected} />
        ),
    },
    {
      key: "actual",
      header: "Actual",
      align: "end",
      cell: ({ category, worded }) => (
        <WhyLink why={category.id}>
          <Amount text={worded.text.actual} />
        </WhyLink>
      ),
    },
    {
      key: "difference",
      header: "Difference",
      align: "end",
      cell: ({ worded }) => (
        <Amount text={worded.text.difference} tone={worded.difference < 0 ? "over" : "neutral"} />
      ),
    },
    {
      key: "status",
      header: "Status",
      slot: "value",
      cell: ({ worded }) => (
        <span className="category-status">
          <Badge tone={TONES[worded.state](type)}>{worded.status}</Badge>
          <span className="muted">{worded.text.percent}</span>
        </span>
      ),
    },
  ];
}

/** Spending without a plan is over it; income without one is welcome. */
const TONES: Record<RowState, (type: Flow) => "neutral" | "on-track" | "over"> = {
  empty: () => "neutral",
  unplanned: (type) => (type === "expense" ? "over" : "on-track"),
  met: () => "on-track",
  missed: () => "over",
};
