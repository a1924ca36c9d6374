import { type Category, offeredFor } from "@coffer/domain/category/category";
import { DESCRIPTION_MAX, REAL_DATE } from "@coffer/domain/definition/values";
import { openGoalsOf } from "@coffer/domain/goal/goal";
import { transferPairs } from "@coffer/domain/review/transfers";
import { parseDay } from "@coffer/domain/time/day";
import { MAX_TOGETHER, type Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { goalList } from "../api/goals.ts";
import { useMarkTransfer } from "../api/review.ts";
import { useChangeTogether, useDeleteTransactions, useRecategorize } from "../api/transactions.ts";
import { useMembers } from "../household/use-members.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { CategoryField, SelectField } from "../ui/fields/SelectField.tsx";
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
  const [isOpen, setOpen] = useState(false);
  const move = useRecategorize(ledgerId);
  const remove = useDeleteTransactions(ledgerId);
  const [first, ...others] = rows;
  const isOneType = first !== undefined && others.every(({ type }) => type === first.type);
  const offered = isOneType ? offeredFor(first.type, categories) : [];
  const categoryId = offered.find(({ id }) => String(id) === target)?.id;
  const isEmpty = first === undefined;
  return (
    <div className="selection-bar">
      <div className="split">
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
          <Button variant="quiet" disabled={isEmpty} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Change
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
      {isOpen && !isEmpty && <SelectionFields rows={rows} onDone={onDone} />}
    </div>
  );
}

type FieldsProps = Pick<Props, "rows" | "onDone">;

/** The fields that all selected rows get; an empty field leaves theirs unchanged. */
function SelectionFields({ rows, onDone }: FieldsProps) {
  const { ledgerId } = useOpenLedger();
  const { members, nameOf } = useMembers();
  const { data: goals = [] } = useQuery(goalList(ledgerId));
  const change = useChangeTogether(ledgerId);
  const transfer = useMarkTransfer(ledgerId);
  const [set, setSet] = useState({ date: "", description: "", paidBy: "", goalId: "" });
  const [categoryId, ...others] = new Set(rows.map((row) => row.categoryId));
  const offered = others.length === 0 ? openGoalsOf(categoryId, goals) : [];
  const date = parseDay(set.date);
  const description = set.description.trim();
  const wanted = {
    ...(date && { date }),
    ...(description !== "" && { description }),
    ...(set.paidBy !== "" && { paidBy: Number(set.paidBy) }),
    ...(set.goalId !== "" && { goalId: Number(set.goalId) }),
  };
  const isBad = set.date !== "" && !date;
  return (
    <form
      className="selection-fields"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ rows, set: wanted });
        onDone();
      }}
    >
      <DateField
        label="Date"
        value={set.date}
        error={isBad ? REAL_DATE : undefined}
        onChange={(event) => setSet({ ...set, date: event.target.value })}
      />
      <TextField
        label="Description"
        maxLength={DESCRIPTION_MAX}
        value={set.description}
        onChange={(event) => setSet({ ...set, description: event.target.value })}
      />
      {members.length > 1 && (
        <SelectField
          label="Paid by"
          placeholder="Unchanged"
          options={members.map(({ id }) => ({ value: id, label: nameOf(id) }))}
          value={set.paidBy}
          onChoose={(id) => setSet({ ...set, paidBy: String(id) })}
        />
      )}
      {offered.length > 0 && (
        <SelectField
          label="Goal"
          placeholder="Unchanged"
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={set.goalId}
          onChoose={(id) => setSet({ ...set, goalId: String(id) })}
        />
      )}
      <Button type="submit" variant="secondary" disabled={isBad || Object.keys(wanted).length === 0}>
        Set
      </Button>
      <Button
        variant="quiet"
        onClick={() => {
          transfer.mutate(transferPairs(rows));
          onDone();
        }}
      >
        Moved between own accounts
      </Button>
    </form>
  );
}
