import { type Category, offeredFor } from "@coffer/domain/category";
import { type Day, dayFormatter } from "@coffer/domain/day";
import type { Transaction } from "@coffer/domain/transaction";
import { Suspense, useState } from "react";
import type { Explanation } from "../../api/explain.ts";
import { useMoveTransaction } from "../../api/move-transaction.ts";
import { SelectionBar } from "../../forms/SelectionBar.tsx";
import { categoryOf } from "../../shell/category-of.ts";
import { lazyComponent } from "../../shell/lazy.ts";
import { useOpenBudget, useToday } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { useRowSelection } from "../../ui/controls/use-row-selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { type ListedRow, WhyList } from "../../why/WhyList.tsx";
import { CategoryChoice } from "./CategoryChoice.tsx";

const TransactionDialog = lazyComponent(
  () => import("../../forms/TransactionDialog.tsx"),
  "TransactionDialog",
);

type Props = Pick<Explanation, "rows"> & {
  categories: Category[];
  rest?: Parameters<typeof WhyList>[0]["rest"];
};

/** The plans and transactions of a number; these can be edited, moved to other categories, and deleted here. */
export function WhyRows({ rows, categories, rest }: Props) {
  const { can } = useOpenBudget();
  const mayChange = can("transactions");
  const [edited, setEdited] = useState<Transaction | null>(null);
  const transactions = rows.flatMap((row) => (row.kind === "transaction" ? [row.transaction] : []));
  const selection = useRowSelection(transactions);
  const format = dayFormatter(
    transactions.map(({ date }) => date),
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
        {...(rest && { rest })}
        rows={rows.map((row): ListedRow => {
          if (row.kind === "plan") {
            const { name, icon, color } = categoryOf(row.plan, categories);
            return {
              key: `plan ${row.plan.categoryId}`,
              lead: <CategoryBadge icon={icon} color={color} size="small" />,
              name,
              note: "Planned",
              amount: row.amount,
            };
          }
          const { transaction } = row;
          return {
            key: transaction.id,
            name: transaction.description,
            amount: row.amount,
            ...(selection.isOn
              ? {
                  lead: (
                    <input
                      className="why-check"
                      type="checkbox"
                      aria-label={`Select ${transaction.description}`}
                      checked={selection.has(transaction.id)}
                      onChange={() => selection.toggle(transaction.id)}
                    />
                  ),
                  note: `${categoryOf(transaction, categories).name} · ${format(transaction.date)}`,
                }
              : {
                  ...withCategory(transaction, categories, format, mayChange),
                  action: mayChange && (
                    <IconButton
                      icon="edit"
                      label={`Edit ${transaction.description}`}
                      onClick={() => setEdited(transaction)}
                    />
                  ),
                }),
          };
        })}
      />
      <Suspense>
        {edited && <TransactionDialog transaction={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </>
  );
}

function withCategory(
  transaction: Transaction,
  categories: Category[],
  format: (date: Day) => string,
  mayChange: boolean,
): Pick<ListedRow, "lead" | "note"> {
  const { name, icon, color } = categoryOf(transaction, categories);
  return {
    lead: <CategoryBadge icon={icon} color={color} size="small" />,
    note: (
      <>
        {mayChange ? <Recategorize transaction={transaction} categories={categories} /> : name}
        {` · ${format(transaction.date)}`}
      </>
    ),
  };
}

function Recategorize({ transaction, categories }: { transaction: Transaction; categories: Category[] }) {
  const move = useMoveTransaction(useOpenBudget().budget);
  return (
    <CategoryChoice
      label={`Category of ${transaction.description}`}
      options={offeredFor(transaction.type, categories, transaction.categoryId)}
      value={transaction.categoryId}
      onChoose={(category) => move.mutate({ transaction, category })}
    />
  );
}
