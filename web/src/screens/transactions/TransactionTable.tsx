import type { Category } from "@coffer/domain/category/category";
import type { Cents } from "@coffer/domain/money/money";
import type { Purchase } from "@coffer/domain/payment/payment";
import { type Day, WEEKDAY_NAMES, weekday } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { Fragment } from "react";
import { useMoney } from "../../format/money.ts";
import { useToday } from "../../selection/selection.ts";
import type { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { Amount } from "../../ui/display/Amount.tsx";
import { type TransactionActions, TransactionRow } from "./TransactionRow.tsx";
import { useRowKeys } from "./use-row-keys.ts";
import "./TransactionTable.css";
import "./TransactionTableWidths.css";

type Props = {
  rows: Purchase[];
  categories: Category[];
  actions: TransactionActions | undefined;
  /** Undefined where the rows are in another order; without the days that are not known whole. */
  dayTotals: ReadonlyMap<Day, Cents> | undefined;
  selection: ReturnType<typeof useRowSelection> | undefined;
};

const COLUMNS = ["Date", "Description", "Category", "Amount"];

/** A table on wide screens, rows of two lines on others; under a heading for each day where they are in that order. */
export function TransactionTable({ rows, categories, actions, dayTotals, selection }: Props) {
  const { net } = useMoney();
  const format = dayFormatter(
    rows.map(({ date }) => date),
    useToday(),
  );
  const isSelecting = selection?.isOn === true;
  const keys = useRowKeys(rows, actions, selection);
  const columns = [
    ...(isSelecting ? ["Select"] : []),
    ...COLUMNS,
    ...(actions && !isSelecting ? ["Actions"] : []),
  ];
  return (
    <table className="inbox" data-days={dayTotals !== undefined} data-selecting={isSelecting}>
      <caption className="visually-hidden">Transactions</caption>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" data-column={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const total = dayTotals?.get(row.date);
          return (
            <Fragment key={row.id}>
              {dayTotals !== undefined && rows[index - 1]?.date !== row.date && (
                <tr className="inbox-day">
                  <th colSpan={columns.length} scope="rowgroup">
                    <span>{`${WEEKDAY_NAMES[weekday(row.date)]}, ${format(row.date)}`}</span>
                    {total !== undefined && <Amount text={net(total)} />}
                  </th>
                </tr>
              )}
              <TransactionRow
                row={row}
                date={format(row.date)}
                categories={categories}
                actions={actions}
                selection={isSelecting ? selection : undefined}
                isCurrent={keys.current === row.id}
                isMoving={keys.moving === row.id}
                onMoving={keys.setMoving}
              />
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
