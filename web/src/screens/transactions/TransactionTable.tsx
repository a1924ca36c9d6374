import type { Category } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Purchase } from "@coffer/domain/payment/payment";
import { type Day, WEEKDAY_NAMES, weekday } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { Fragment, useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useToday } from "../../selection/selection.ts";
import { useShortcuts } from "../../shell/use-shortcuts.ts";
import type { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { Amount } from "../../ui/display/Amount.tsx";
import { type TransactionActions, TransactionRow } from "./TransactionRow.tsx";
import "./TransactionTable.css";
import "./TransactionTableNarrow.css";
import "./TransactionTableWidths.css";

type Props = {
  rows: Purchase[];
  categories: Category[];
  actions: TransactionActions | undefined;
  /** Undefined if the rows are in another order; without the days that are not known whole. */
  dayTotals: ReadonlyMap<Day, Cents> | undefined;
  selection: ReturnType<typeof useRowSelection> | undefined;
};

/** A table on wide screens, rows of two lines on narrow ones; with a heading for each day if sorted by day. */
export function TransactionTable({ rows, categories, actions, dayTotals, selection }: Props) {
  const { net } = useMoney();
  const dates = rows.map(({ date }) => date);
  const format = dayFormatter(dates, useToday(), locale);
  const isSelecting = selection?.isOn === true;
  const keys = useRowKeys({ rows, actions, selection });
  const columns = ["Date", "Description", "Category", "Amount"];
  if (isSelecting) columns.unshift("Select");
  else if (actions) columns.push("Actions");
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

/** J and K go through the rows; E edits the current one, C changes its category, X selects and Delete deletes it. */
function useRowKeys({ rows, actions, selection }: Pick<Props, "rows" | "actions" | "selection">) {
  const [current, setCurrent] = useState<Id | null>(null);
  const [moving, setMoving] = useState<Id | null>(null);
  const at = rows.findIndex(({ id }) => id === current);
  const go = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    setCurrent(row.id);
    // With the focus, so that a screen reader says the row, and Tab goes on to what can be done with it.
    const element = document.querySelector<HTMLElement>(`[data-id="${row.id}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
  };
  const row = rows[at];
  useShortcuts(
    {
      j: () => go(at + 1),
      k: () => go(at - 1),
      e: row && actions && (() => actions.onEdit(row)),
      c: row && actions && (() => setMoving(row.id)),
      x: row && selection && (() => selection.toggle(row.id)),
      delete:
        row &&
        actions &&
        (() => {
          go(at + 1 < rows.length ? at + 1 : at - 1);
          actions.onDelete(row);
        }),
    },
    { ofList: true },
  );
  return { current, moving, setMoving };
}
