import { isSpreadable } from "@coffer/domain/budget/spread";
import { type Category, categoryOf } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Purchase } from "@coffer/domain/payment/payment";
import { pluralize } from "@coffer/domain/text/plural";
import { type Day, WEEKDAY_NAMES, weekday } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { monthOfDay } from "@coffer/domain/time/month";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import { Fragment, type MouseEvent, useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import type { Moved } from "../../forms/AlikeOffer.tsx";
import { Recategorize } from "../../forms/Recategorize.tsx";
import { LiveMark } from "../../live/LiveMark.tsx";
import { EnteredBy, usePeople } from "../../people/people.tsx";
import { useToday } from "../../selection/selection.ts";
import { useShortcuts } from "../../shell/use-shortcuts.ts";
import { Icon } from "../../ui/base/Icon.tsx";
import { EditButtons, type RowActions } from "../../ui/controls/EditButtons.tsx";
import type { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { useSwipe } from "../../ui/controls/use-swipe.ts";
import { Amount } from "../../ui/display/Amount.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { purchaseWhy, WhyAmount } from "../../why/WhyLink.tsx";
import "./TransactionTable.css";
import "./TransactionTableNarrow.css";
import "./TransactionTableWidths.css";

type Props = {
  rows: Purchase[];
  categories: Category[];
  actions: TransactionActions | undefined;
  /** Undefined if the rows are not sorted by day; lacks days that are not completely loaded. */
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
    // Focused, so that a screen reader reads the row and Tab goes on to its buttons.
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

type TransactionActions = RowActions<Transaction> & {
  onMoved: (moved: Moved) => void;
  /** Only for members who may plan. */
  onSpread: ((row: Transaction) => void) | undefined;
};

type TransactionRowProps = {
  row: Purchase;
  date: string;
  categories: Category[];
  actions: TransactionActions | undefined;
  /** Undefined while no rows are being selected. */
  selection: Pick<ReturnType<typeof useRowSelection>, "has" | "toggle"> | undefined;
  isCurrent: boolean;
  isMoving: boolean;
  onMoving: (id: Id | null) => void;
};

function TransactionRow({ row, date, categories, actions, selection, ...state }: TransactionRowProps) {
  const { signed } = useMoney();
  const { enteredBy } = usePeople();
  const isDesktop = useIsDesktop();
  const { id, description, notes, createdBy, lines } = row;
  const category = categoryOf(row, categories);
  const remove = () => {
    keepFocusNear();
    actions?.onDelete(row);
  };
  // The lines of a split payment have their own categories.
  const move = () => (lines ? actions?.onEdit(row) : state.onMoving(id));
  const mayChange = actions !== undefined && !selection;
  const swipe = useSwipe(mayChange ? { left: remove, right: move } : undefined);
  // A shortcut for pointers only: the keyboard uses the buttons in the row.
  const open = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest("a, button, input, label, select, .popover")) return;
    if (selection) selection.toggle(id);
    else actions?.onEdit(row);
  };
  return (
    <tr
      className="inbox-row"
      data-id={id}
      data-current={state.isCurrent}
      tabIndex={-1}
      data-opens={actions && true}
      onClick={open}
      {...swipe}
    >
      {selection && (
        <td className="inbox-select">
          <input
            type="checkbox"
            disabled={lines !== undefined}
            title={lines && "Split payments cannot be changed together"}
            aria-label={`Select ${description}`}
            checked={selection.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </td>
      )}
      <td className="inbox-date">{date}</td>
      <td className="inbox-title">
        {mayChange && !isDesktop ? (
          <button type="button" aria-label={`Edit ${description}`} onClick={() => actions.onEdit(row)}>
            {description}
          </button>
        ) : (
          <span>{description}</span>
        )}
        <EnteredBy person={enteredBy(createdBy)} />
        <LiveMark kind="transaction" id={id} />
        {lines ? (
          <PaymentLines lines={lines} categories={categories} />
        ) : (
          notes && <p className="inbox-notes">{notes}</p>
        )}
      </td>
      <td className="inbox-category">
        <CategoryBadge {...category} size="small" />
        {lines ? (
          <span>{`Split, ${pluralize(lines.length, "line")}`}</span>
        ) : state.isMoving ? (
          <Recategorize
            transaction={row}
            categories={categories}
            isOpen
            onMoved={(moved) => actions?.onMoved(moved)}
            onBlur={() => state.onMoving(null)}
          />
        ) : mayChange && isDesktop ? (
          <button type="button" aria-label={`${category.name}, move ${description}`} onClick={move}>
            {category.name}
          </button>
        ) : (
          <span>{category.name}</span>
        )}
      </td>
      <td className="inbox-amount">
        <WhyAmount
          of={description}
          why={purchaseWhy(row)}
          month={monthOfDay(row.date)}
          text={signed(row)}
          tone={signedAmount(row) > 0 ? "on-track" : "neutral"}
        />
      </td>
      {mayChange && <RowActionsCell row={row} actions={actions} onDelete={remove} onMove={move} />}
    </tr>
  );
}

type CellProps = { row: Purchase; actions: TransactionActions; onDelete: () => void; onMove: () => void };

function RowActionsCell({ row, actions, onDelete, onMove }: CellProps) {
  return (
    <td className="inbox-actions">
      {useIsDesktop() ? (
        <EditButtons name={row.description} row={row} actions={actions} />
      ) : (
        <Menu label={`More for ${row.description}`} trigger={<Icon name="more" />}>
          <MenuItem icon="edit" onClick={() => actions.onEdit(row)}>
            Edit
          </MenuItem>
          <MenuItem icon="trash" onClick={onDelete}>
            Delete
          </MenuItem>
          <MenuItem onClick={onMove}>Change category</MenuItem>
          {actions.onSpread && isSpreadable(row) && (
            <MenuItem onClick={() => actions.onSpread?.(row)}>Spread its plan</MenuItem>
          )}
        </Menu>
      )}
    </td>
  );
}

function PaymentLines({ lines, categories }: { lines: readonly Transaction[]; categories: Category[] }) {
  const { signed } = useMoney();
  return (
    <ul className="inbox-lines" aria-label="Lines">
      {lines.map((line) => (
        <li key={line.id}>
          {categoryOf(line, categories).name}{" "}
          <WhyAmount
            of={categoryOf(line, categories).name}
            why={line.categoryId}
            month={monthOfDay(line.date)}
            text={signed(line)}
          />
          {line.notes && ` · ${line.notes}`}
        </li>
      ))}
    </ul>
  );
}
