import { isSpreadable } from "@coffer/domain/budget/spread";
import { type Category, categoryOf } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Purchase } from "@coffer/domain/payment/payment";
import { pluralize } from "@coffer/domain/text/plural";
import { monthOfDay } from "@coffer/domain/time/month";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import type { MouseEvent } from "react";
import { useMoney } from "../../format/money.ts";
import type { Moved } from "../../forms/AlikeOffer.tsx";
import { Recategorize } from "../../forms/Recategorize.tsx";
import { LiveMark } from "../../live/LiveMark.tsx";
import { EnteredBy, usePeople } from "../../people/people.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { EditButtons, type RowActions } from "../../ui/controls/EditButtons.tsx";
import type { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { useSwipe } from "../../ui/controls/use-swipe.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { keepFocusNear } from "../../ui/overlays/focus-near.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { purchaseWhy, WhyAmount } from "../../why/WhyLink.tsx";

export type TransactionActions = RowActions<Transaction> & {
  onMoved: (moved: Moved) => void;
  /** Only for members who may plan. */
  onSpread: ((row: Transaction) => void) | undefined;
};

type Props = {
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

export function TransactionRow({ row, date, categories, actions, selection, ...state }: Props) {
  const { signed } = useMoney();
  const { enteredBy } = usePeople();
  const isDesktop = useIsDesktop();
  const { id, description, notes, createdBy, lines } = row;
  const category = categoryOf(row, categories);
  const remove = () => {
    keepFocusNear();
    actions?.onDelete(row);
  };
  // Each line of a payment has a category of its own.
  const move = () => (lines ? actions?.onEdit(row) : state.onMoving(id));
  const mayChange = actions !== undefined && !selection;
  const swipe = useSwipe(mayChange ? { left: remove, right: move } : undefined);
  // An extra: the keyboard has the buttons and fields within.
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
            title={lines && "A split payment is changed by itself"}
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
      {mayChange && (
        <td className="inbox-actions">
          {isDesktop ? (
            <EditButtons name={description} row={row} actions={actions} />
          ) : (
            <Menu label={`More for ${description}`} trigger={<Icon name="more" />}>
              <MenuItem icon="edit" onClick={() => actions.onEdit(row)}>
                Edit
              </MenuItem>
              <MenuItem icon="trash" onClick={remove}>
                Delete
              </MenuItem>
              <MenuItem onClick={move}>Change category</MenuItem>
              {actions.onSpread && isSpreadable(row) && (
                <MenuItem onClick={() => actions.onSpread?.(row)}>Spread its plan</MenuItem>
              )}
            </Menu>
          )}
        </td>
      )}
    </tr>
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
