import type { Category } from "@coffer/domain/category";
import { formatDay } from "@coffer/domain/day";
import { signedAmount, type Transaction } from "@coffer/domain/transaction";
import { categoryOf } from "../../shell/category-of.ts";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { EditButtons } from "../../ui/controls/EditButtons.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";

type Props = {
  rows: Transaction[];
  categories: Category[];
  /** Undefined without the permission. */
  onEdit?: (transaction: Transaction) => void;
  onDelete?: (transaction: Transaction) => void;
};

export function TransactionTable({ rows, categories, onEdit, onDelete }: Props) {
  const { signed } = useMoney();
  const today = useToday();
  const columns: Column<Transaction>[] = [
    { key: "date", header: "Date", slot: "meta", cell: ({ date }) => formatDay(date, today) },
    {
      key: "description",
      header: "Description",
      slot: "title",
      cell: ({ description, notes }) => (
        <>
          {description}
          {notes && <p className="transaction-notes">{notes}</p>}
        </>
      ),
    },
    {
      key: "category",
      header: "Category",
      slot: "meta",
      cell: (row) => {
        const { name, icon, color } = categoryOf(row, categories);
        return (
          <span className="transaction-category">
            <CategoryBadge icon={icon} color={color} size="small" />
            {name}
          </span>
        );
      },
    },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      slot: "value",
      cell: (row) => <Amount text={signed(row)} tone={signedAmount(row) > 0 ? "on-track" : "neutral"} />,
    },
  ];
  if (onEdit && onDelete) {
    columns.push({
      key: "actions",
      header: "Actions",
      slot: "actions",
      cell: (row) => (
        <EditButtons name={row.description} onEdit={() => onEdit(row)} onDelete={() => onDelete(row)} />
      ),
    });
  }
  return <Table caption="Transactions" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
