import { type Category, offeredFor } from "@coffer/domain/category/category";
import { MAX_TOGETHER, type Transaction } from "@coffer/domain/transaction/transaction";
import { useState } from "react";
import { useDeleteTransactions, useRecategorize } from "../api/transactions.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { CategoryField } from "../ui/fields/SelectField.tsx";
import "./SelectionBar.css";

type Props = {
  rows: readonly Transaction[];
  categories: Category[];
  allLabel?: string;
  onAll: () => void;
  onDone: () => void;
};

export function SelectionBar({ rows, categories, allLabel = "Select all", onAll, onDone }: Props) {
  const { ledgerId } = useOpenLedger();
  const [target, setTarget] = useState("");
  const move = useRecategorize(ledgerId);
  const remove = useDeleteTransactions(ledgerId);
  const [first, ...others] = rows;
  const isOneType = first !== undefined && others.every(({ type }) => type === first.type);
  const offered = isOneType ? offeredFor(first.type, categories) : [];
  const categoryId = offered.find(({ id }) => String(id) === target)?.id;
  const isEmpty = first === undefined;
  return (
    <div className="selection-bar split">
      <div className="row">
        <p role="status">
          {rows.length} selected{rows.length === MAX_TOGETHER && ", the most at a time"}
        </p>
        <Button variant="quiet" size="small" onClick={onAll}>
          {allLabel}
        </Button>
      </div>
      <div className="row">
        <CategoryField
          label="Move to"
          hideLabel
          required={false}
          disabled={!isOneType}
          placeholder={isEmpty || isOneType ? "Move to category" : "Choose rows of one type"}
          offered={offered}
          value={categoryId === undefined ? "" : target}
          onChange={(event) => setTarget(event.target.value)}
        />
        <Button
          variant="secondary"
          disabled={categoryId === undefined}
          onClick={() => {
            if (categoryId !== undefined) move.mutate({ rows, categoryId });
            onDone();
          }}
        >
          Move
        </Button>
        <Button
          variant="destructive"
          disabled={isEmpty}
          onClick={() => {
            remove.mutate({ rows });
            onDone();
          }}
        >
          Delete
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Close
        </Button>
      </div>
    </div>
  );
}
