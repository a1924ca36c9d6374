import { Fragment, type MouseEvent, type ReactNode } from "react";
import "./Table.css";

export type Column<Row> = {
  /** Differs from column to column. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "start" | "end";
  /**
   * Where the cell goes when rows become cards: `lead` before the title, `value` at its right, `meta` under it in
   * small print, `actions` at the end. Without a slot it has a line of its own with its header.
   */
  slot?: "lead" | "title" | "value" | "meta" | "actions";
  /** The cards' group headings say it. */
  inHeading?: boolean;
};

type Props<Row> = {
  /** For screen readers only. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The heading over the cards of equal ones in a row. */
  groupOf?: ((row: Row) => string) | undefined;
  /** A click on the row outside its buttons and fields: an extra, since the keyboard has only those. */
  onRow?: ((row: Row) => void) | undefined;
};

/** On small screens each row is a card. */
export function Table<Row>({ caption, columns, rows, rowKey, groupOf, onRow }: Props<Row>) {
  const open = (event: MouseEvent<HTMLElement>, row: Row) => {
    const on = event.target;
    if (on instanceof Element && !on.closest("a, button, input, label, select")) onRow?.(row);
  };
  return (
    <div className="table-box">
      <table className="table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                data-column={column.header}
                data-align={column.slot === "actions" ? "end" : column.align}
              >
                {column.slot === "lead" ? (
                  <span className="visually-hidden">{column.header}</span>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={rowKey(row)}>
              {groupOf && startsGroup(rows, index, groupOf) && (
                <tr className="table-group">
                  <th colSpan={columns.length} scope="rowgroup">
                    {groupOf(row)}
                  </th>
                </tr>
              )}
              <tr data-opens={onRow && true} onClick={(event) => open(event, row)}>
                {columns.map((column) => (
                  <td
                    key={column.header}
                    data-slot={column.slot}
                    data-align={column.align}
                    data-label={column.slot ? undefined : column.header}
                    data-in-heading={groupOf && column.inHeading}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function startsGroup<Row>(rows: readonly Row[], index: number, groupOf: (row: Row) => string): boolean {
  const [before, row] = [rows[index - 1], rows[index]];
  return row !== undefined && (before === undefined || groupOf(before) !== groupOf(row));
}
