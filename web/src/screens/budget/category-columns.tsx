import { difference, percentOf, rowStatus } from "@coffer/domain/budget";
import type { Category, Flow } from "@coffer/domain/category";
import type { Cents } from "@coffer/domain/money";
import { Amount } from "../../ui/display/Amount.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import type { Column } from "../../ui/display/Table.tsx";

type CategoryRow = { category: Category; projected: Cents; actual: Cents };

/** `whole` formats an amount in whole units. */
export function columnsOf(type: Flow, whole: (amount: Cents) => string): Column<CategoryRow>[] {
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
      cell: ({ projected }) => <Amount text={whole(projected)} />,
    },
    { key: "actual", header: "Actual", align: "end", cell: ({ actual }) => <Amount text={whole(actual)} /> },
    {
      key: "difference",
      header: "Difference",
      align: "end",
      cell: ({ projected, actual }) => {
        const by = difference(type, projected, actual);
        return <Amount text={whole(by)} tone={by < 0 ? "over" : "neutral"} />;
      },
    },
    {
      key: "status",
      header: "Status",
      cell: ({ projected, actual }) => (
        <span className="category-status">
          <Badge tone={toneOf(difference(type, projected, actual), projected === 0 && actual === 0)}>
            {rowStatus(type, projected, actual)}
          </Badge>
          <span className="muted">{percentOf(actual, projected)}%</span>
        </span>
      ),
    },
  ];
}

/** A category without plan and actual is neutral, not on track. */
function toneOf(difference: Cents, isBlank: boolean) {
  if (isBlank) return "neutral";
  return difference < 0 ? "over" : "on-track";
}
