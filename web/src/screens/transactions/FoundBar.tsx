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
  const [first, ...others] = rows;
  const isOneType = first !== undefined && others.every(({ type }) => type === first.type);
  const offered = isOneType ? offeredFor(first.type, categories) : [];
  const categoryId = offered.find(({ id }) => String(id) === target)?.id;
  const none = first === undefined;
  const placeholder = none || isOneType ? "Move to category" : "Income and expenses differ";
  const isBusy = move.isPending || remove.isPending;
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
          disabled={categoryId === undefined || isBusy}
          pending={move.isPending}
          pendingLabel="Moving..."
          onClick={() => categoryId && move.mutate({ rows, categoryId }, { onSuccess: onDone })}
        >
          Move
        </Button>
        <Button
          variant="destructive"
          disabled={none || isBusy}
          pending={remove.isPending}
          pendingLabel="Deleting..."
          onClick={() => remove.mutate({ rows }, { onSuccess: onDone })}
        >
          Delete
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
