import type { Budget } from "@coffer/domain/budget";
import { budgetRow } from "@coffer/domain/budget-row";
import type { Category, Flow } from "@coffer/domain/category";
import { type Cents, sum, ZERO } from "@coffer/domain/money";
import { useUser } from "../../shell/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { EditButtons } from "../../ui/controls/EditButtons.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Table } from "../../ui/display/Table.tsx";
import { columnsOf, rowOf } from "./category-columns.tsx";

type Props = {
  type: Flow;
  categories: Category[];
  budgets: Budget[];
  /** Undefined without the permission. */
  onAdd?: (type: Flow) => void;
  onEdit?: (category: Category) => void;
  onDelete?: (category: Category) => void;
  onPlan?: (category: Category, planned: Cents) => void;
};

const TITLES = { income: "Income Categories", expense: "Expense Categories" };

export function CategoryTable({ type, categories, budgets, onAdd, onEdit, onDelete, onPlan }: Props) {
  const { currency } = useUser();
  const rows = categories
    .filter((category) => category.type === type)
    .map((category) => {
      const { projected = ZERO, actual = ZERO } =
        budgets.find(({ categoryId }) => categoryId === category.id) ?? {};
      return rowOf(category, { projected, actual }, currency);
    });
  if (rows.length === 0) {
    return (
      <Card title={TITLES[type]}>
        <EmptyState
          illustration="categories"
          title={`No ${type} categories found`}
          action={
            onAdd && (
              <Button variant="secondary" icon="plus" onClick={() => onAdd(type)}>
                Add Category
              </Button>
            )
          }
        />
      </Card>
    );
  }
  const columns = columnsOf(type, { currency, onPlan });
  if (onEdit && onDelete) {
    columns.push({
      key: "actions",
      header: "Actions",
      slot: "actions",
      cell: ({ category }) => (
        <EditButtons
          name={category.name}
          onEdit={() => onEdit(category)}
          onDelete={() => onDelete(category)}
        />
      ),
    });
  }
  const total = budgetRow(
    type,
    sum(rows.map((row) => row.projected)),
    sum(rows.map((row) => row.actual)),
    currency,
  );
  return (
    <Card title={TITLES[type]} flush>
      <Table
        caption={TITLES[type]}
        columns={columns}
        rows={rows}
        rowKey={({ category }) => category.id}
        totals={{
          name: "Total",
          projected: <Amount text={total.text.projected} />,
          actual: <Amount text={total.text.actual} />,
          difference: <Amount text={total.text.difference} />,
        }}
      />
    </Card>
  );
}
