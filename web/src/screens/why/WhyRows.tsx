import { type Category, offeredFor } from "@coffer/domain/category/category";
import { type Day, dayFormatter } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { type ComponentProps, type KeyboardEvent, Suspense, useState } from "react";
import { type Explanation, useMoveTransaction } from "../../api/explain.ts";
import { categoryOf } from "../../budget/category-of.ts";
import { SelectionBar } from "../../forms/SelectionBar.tsx";
import { lazyComponent } from "../../loading/lazy.ts";
import { useOpenBudget, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { keepFocusNear, rowPositionOf } from "../../ui/overlays/focus-near.ts";
import { type ListedRow, WhyList } from "../../why/WhyList.tsx";

const TransactionDialog = lazyComponent(
  () => import("../../forms/TransactionDialog.tsx"),
  "TransactionDialog",
);

type Props = Pick<Explanation, "rows"> & {
  categories: Category[];
  rest?: ComponentProps<typeof WhyList>["rest"];
};

/** The plans and transactions of a number; these can be edited, moved to other categories, and deleted here. */
export function WhyRows({ rows, categories, rest }: Props) {
  const { can } = useOpenBudget();
  const mayChange = can("transactions");
  const [edited, setEdited] = useState<Transaction | null>(null);
  const transactions = rows.flatMap((row) => (row.kind === "transaction" ? [row.transaction] : []));
  const selection = useRowSelection(transactions);
  const format = dayFormatter(
    rows.flatMap((row) =>
      row.kind === "due" ? [row.payment.date] : row.kind === "transaction" ? [row.transaction.date] : [],
    ),
    useToday(),
  );
  return (
    <>
      {selection.isOn ? (
        <SelectionBar
          rows={selection.rows}
          categories={categories}
          onAll={selection.all}
          onDone={selection.end}
        />
      ) : (
        mayChange &&
        transactions.length > 1 && (
          <div className="why-select">
            <Button variant="quiet" size="small" icon="check" onClick={selection.start}>
              Select
            </Button>
          </div>
        )
      )}
      <WhyList
        rest={rest}
        rows={rows.map((row): ListedRow => {
          if (row.kind === "plan") {
            const category = categoryOf(row.plan, categories);
            return {
              key: `plan ${row.plan.categoryId}`,
              lead: <CategoryBadge {...category} size="small" />,
              name: category.name,
              note: "Planned",
              amount: row.amount,
            };
          }
          if (row.kind !== "transaction") return figureRow(row, categories, format);
          const { transaction } = row;
          const { id, description } = transaction;
          const category = categoryOf(transaction, categories);
          const isEdited = mayChange && !selection.isOn;
          return {
            key: id,
            name: description,
            amount: row.amount,
            lead: selection.isOn ? (
              <input
                className="why-check"
                type="checkbox"
                aria-label={`Select ${description}`}
                checked={selection.has(id)}
                onChange={() => selection.toggle(id)}
              />
            ) : (
              <CategoryBadge {...category} size="small" />
            ),
            note: (
              <>
                {isEdited ? (
                  <Recategorize transaction={transaction} categories={categories} />
                ) : (
                  category.name
                )}
                {` · ${format(transaction.date)}`}
              </>
            ),
            action: isEdited && (
              <IconButton icon="edit" label={`Edit ${description}`} onClick={() => setEdited(transaction)} />
            ),
          };
        })}
      />
      <Suspense>
        {edited && <TransactionDialog transaction={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </>
  );
}

const FIGURE_NOTES = { carried: "Carried over", available: "Available", over: "Over", due: "Still due" };
type FigureRow = Exclude<Props["rows"][number], { kind: "transaction" | "plan" }>;

function figureRow(row: FigureRow, categories: Category[], format: (day: Day) => string): ListedRow {
  const note = FIGURE_NOTES[row.kind];
  if (row.kind === "due") {
    const { subscriptionId, name, date } = row.payment;
    return {
      key: `due ${subscriptionId} ${date}`,
      name,
      note: `${note} · ${format(date)}`,
      amount: row.amount,
    };
  }
  const category = categoryOf(row, categories);
  return {
    key: `${row.kind} ${row.categoryId}`,
    lead: <CategoryBadge {...category} size="small" />,
    name: category.name,
    note,
    amount: row.amount,
  };
}

function Recategorize({ transaction, categories }: { transaction: Transaction; categories: Category[] }) {
  const move = useMoveTransaction(useOpenBudget().budget);
  return (
    <select
      className="why-category"
      aria-label={`Category of ${transaction.description}`}
      value={transaction.categoryId}
      onKeyDown={openByKey}
      onChange={({ currentTarget }) => {
        const category = categories.find(({ id }) => String(id) === currentTarget.value);
        if (!category) return;
        // The row may leave the list.
        keepFocusNear(rowPositionOf(currentTarget));
        move.mutate({ transaction, category });
      }}
    >
      {offeredFor(transaction.type, categories, transaction.categoryId).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** On some systems keys choose in a closed select, which would act at the first press of an arrow key. */
function openByKey(event: KeyboardEvent<HTMLSelectElement>) {
  const isChoice = /^(?:Arrow(?:Up|Down|Left|Right)|Home|End|Page(?:Up|Down)|.)$/u.test(event.key);
  if (!isChoice || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}
