import type { ReactNode } from "react";
import "./Table.css";

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "start" | "end";
  /**
   * The cell's place when rows become cards: `lead` before the title, `value` at its right, `meta` below it in
   * small print, `actions` at the end. Cells without a slot follow, each under its header.
   */
  slot?: "lead" | "title" | "value" | "meta" | "actions";
};

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
};

/** On small screens each row is a card. */
export function Table<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
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
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.header}
                  data-slot={column.slot}
                  data-align={column.align}
                  data-label={column.slot ? undefined : column.header}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
