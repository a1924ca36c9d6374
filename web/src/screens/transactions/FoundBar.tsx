import { type Category, offeredFor } from "@coffer/domain/category";
import { pluralize } from "@coffer/domain/plural";
import type { Totals } from "@coffer/domain/search";
import type { Transaction } from "@coffer/domain/transaction";
import { useState } from "react";
import { useDeleteTransactions, useRecategorize } from "../../api/bulk-transactions.ts";
import { useMoney } from "../../shell/money.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";

type Props = {
  total: Totals;
  /** Undefined without the permission. */
  onSelect: (() => void) | undefined;
};

/** What was found comes to. */
export function FoundBar({ total, onSelect }: Props) {
  const { signed } = useMoney();
  const parts = [
    pluralize(total.count, "transaction"),
    total.income !== 0 && `${signed({ amount: total.income, type: "income" })} in`,
    total.expense !== 0 && `${signed({ amount: total.expense, type: "expense" })} out`,
  ];
  return (
    <div className="transactions-found split">
      <p role="status">{parts.filter(Boolean).join(" · ")}</p>
      {onSelect && (
        <Button variant="quiet" size="small" icon="check" onClick={onSelect}>
          Select
        </Button>
      )}
    </div>
  );
}

type SelectionProps = {
  /** What is selected of the page. */
  rows: readonly Transaction[];
  categories: Category[];
  onAll: () => void;
  onDone: () => void;
};

/** What can be done with the selected ones. */
export function SelectionBar({ rows, categories, onAll, onDone }: SelectionProps) {
  const { budget } = useOpenBudget();
  const [target, setTarget] = useState("");
  const move = useRecategorize(budget);
  const remove = useDeleteTransactions(budget);
  const confirm = useConfirm();
  const [first, ...others] = rows;
  const isOneType = first !== undefined && others.every(({ type }) => type === first.type);
  const offered = isOneType ? offeredFor(first.type, categories) : [];
  const categoryId = offered.find(({ id }) => String(id) === target)?.id;
  const none = first === undefined;
  const placeholder = none || isOneType ? "Move to category" : "Income and expenses differ";
  const askToDelete = () =>
    confirm({
      title: "Delete Transactions",
      body: `Are you sure you want to delete ${pluralize(rows.length, "transaction")}? This cannot be undone.`,
      action: {
        label: "Delete",
        pendingLabel: "Deleting...",
        async run() {
          await remove.mutateAsync({ rows });
          onDone();
        },
      },
    });
  const recategorize = async () => {
    if (categoryId === undefined) return;
    try {
      await move.mutateAsync({ rows, categoryId });
      onDone();
    } catch {
      // The mutation has raised its toast already.
    }
  };
  return (
    <div className="transactions-found split">
      <div className="row">
        <p role="status">{rows.length} selected</p>
        <Button variant="quiet" size="small" onClick={onAll}>
          Select all on this page
        </Button>
      </div>
      <div className="row">
        <SelectField
          label="Move to"
          hideLabel
          disabled={!isOneType}
          placeholder={placeholder}
          options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={categoryId === undefined ? "" : target}
          onChange={(event) => setTarget(event.target.value)}
        />
        <Button
          variant="secondary"
          disabled={categoryId === undefined}
          pending={move.isPending}
          pendingLabel="Moving..."
          onClick={recategorize}
        >
          Move
        </Button>
        <Button variant="destructive" disabled={none} onClick={askToDelete}>
          Delete
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
