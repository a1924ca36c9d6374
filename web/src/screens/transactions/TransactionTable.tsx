import type { Category } from "@coffer/domain/category/category";
import { dayFormatter, WEEKDAY_NAMES, weekday } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { categoryOf } from "../../budget/category-of.ts";
import { useMoney } from "../../format/money.ts";
import { LiveMark } from "../../live/LiveMark.tsx";
import { EnteredBy } from "../../people/EnteredBy.tsx";
import { usePeople } from "../../people/use-people.ts";
import { useToday } from "../../selection/selection.ts";
import { EditButtons, type RowActions } from "../../ui/controls/EditButtons.tsx";
import type { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { type Column, Table } from "../../ui/display/Table.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";

type Props = {
  rows: Transaction[];
  categories: Category[];
  /** Undefined without the permission. */
  actions: RowActions<Transaction> | undefined;
  /** Whether the rows are in the order of their days. */
  byDay: boolean;
  /** Undefined while no rows are being selected. */
  selection: Pick<ReturnType<typeof useRowSelection>, "has" | "toggle"> | undefined;
};

export function TransactionTable({ rows, categories, actions, byDay, selection }: Props) {
  const { signed } = useMoney();
  const dates = rows.map(({ date }) => date);
  const format = dayFormatter(dates, useToday());
  const { enteredBy } = usePeople();
  const columns: Column<Transaction>[] = [
    {
      header: "Date",
      slot: "meta",
      inHeading: true,
      cell: ({ date }) => format(date),
    },
    {
      header: "Description",
      slot: "title",
      cell: ({ id, description, notes, createdBy }) => (
        <>
          {description}
          <EnteredBy person={enteredBy(createdBy)} />
          <LiveMark kind="transaction" id={id} />
          {notes && <p className="transaction-notes">{notes}</p>}
        </>
      ),
    },
    {
      header: "Category",
      slot: "meta",
      cell: (row) => {
        const category = categoryOf(row, categories);
        return (
          <span className="transaction-category">
            <CategoryBadge {...category} size="small" />
            {category.name}
          </span>
        );
      },
    },
    {
      header: "Amount",
      align: "end",
      slot: "value",
      cell: (row) => (
        <WhyAmount
          why={row.categoryId}
          month={monthOfDay(row.date)}
          text={signed(row)}
          tone={signedAmount(row) > 0 ? "on-track" : "neutral"}
        />
      ),
    },
  ];
  if (selection) {
    columns.unshift({
      header: "Select",
      slot: "lead",
      cell: ({ id, description }) => (
        <input
          className="transaction-select"
          type="checkbox"
          aria-label={`Select ${description}`}
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
        />
      ),
    });
  } else if (actions) {
    columns.push({
      header: "Actions",
      slot: "actions",
      cell: (row) => <EditButtons name={row.description} row={row} actions={actions} />,
    });
  }
  const headingOf = ({ date }: Transaction) => `${WEEKDAY_NAMES[weekday(date)]}, ${format(date)}`;
  return (
    <Table
      caption="Transactions"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      groupOf={byDay ? headingOf : undefined}
      onRow={selection ? ({ id }) => selection.toggle(id) : actions?.onEdit}
    />
  );
}
