import type { Category } from "@coffer/domain/category";
import { formatDay } from "@coffer/domain/day";
import type { Transaction } from "@coffer/domain/transaction";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Amount } from "../../ui/display/Amount.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";

type Props = {
  rows: Transaction[];
  categories: Category[];
  /** Left out where one may only look. */
  onEdit?: (transaction: Transaction) => void;
  onDelete?: (transaction: Transaction) => void;
};

/** One page of transactions. */
export function TransactionTable({ rows, categories, onEdit, onDelete }: Props) {
  const { signed } = useMoney();
  const today = useToday();
  const categoryOf = ({ categoryId }: Transaction) => categories.find(({ id }) => id === categoryId);
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
        const category = categoryOf(row);
        return (
          <span className="transaction-category">
            <CategoryBadge
              icon={category?.icon ?? "category"}
              color={category?.color ?? "gray"}
              size="small"
            />
            {category?.name ?? "No category"}
          </span>
        );
      },
    },
    {
      key: "amount",
      header: "Amount",
      align: "end",
      slot: "value",
      cell: ({ amount, type }) => (
        <Amount text={signed(amount, type)} tone={type === "income" ? "on-track" : "neutral"} />
      ),
    },
  ];
  if (onEdit && onDelete) {
    columns.push({
      key: "actions",
      header: "Actions",
      slot: "actions",
      cell: (row) => (
        <>
          <IconButton icon="edit" label={`Edit ${row.description}`} onClick={() => onEdit(row)} />
          <IconButton
            icon="trash"
            tone="over"
            label={`Delete ${row.description}`}
            onClick={() => onDelete(row)}
          />
        </>
      ),
    });
  }
  return <Table caption="Transactions" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
