import { transactionBody } from "@coffer/contract/transaction";
import { fields } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { amountText } from "@coffer/domain/money/amount";
import { categoriesOf } from "@coffer/domain/review/decision";
import { flowIn } from "@coffer/domain/transaction/flow-in";
import { useState } from "react";
import type { AcceptedRow, ReviewRow } from "../../api/review.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { chosenCategory } from "../../forms/category-schema.ts";
import { GoalField, useGoalChoice } from "../../forms/GoalField.tsx";
import { SplitButton, SplitLines } from "../../forms/SplitLines.tsx";
import { paymentOf, type TypedLine } from "../../forms/split-lines.ts";
import { PayerField } from "../../forms/WhoPaid.tsx";
import { useMembers } from "../../household/use-members.ts";
import { useCategories } from "../../selection/selection.ts";
import { TextField } from "../../ui/base/TextField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { CategoryField } from "../../ui/fields/SelectField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

type Props = {
  row: ReviewRow;
  categoryId: Id | undefined;
  onAccept: ((row: AcceptedRow) => void) | undefined;
  onClose: () => void;
};

const { description, date } = transactionBody.entries;
const rowForm = fields({ description, date, categoryId: chosenCategory });

/** Changes what a row says, or splits it, and accepts it. */
export function EditRow({ row, categoryId, onAccept, onClose }: Props) {
  const { currency, signed } = useMoney();
  const { data: categories = [] } = useCategories();
  const { members } = useMembers();
  const [paidBy, setPaidBy] = useState(row.paidBy);
  const [lines, setLines] = useState<TypedLine[] | null>(null);
  const [problem, setProblem] = useState<string>();
  const [goalId, setGoalId] = useState<Id | null>();
  const amount = amountText(row.amount, currency, locale);
  const form = useSchemaForm(rowForm, {
    defaultValues: { description: row.description, date: row.date, categoryId: String(categoryId ?? "") },
    async save(read) {
      const accepted = { id: row.id, ...read, ...(paidBy !== undefined && { paidBy }) };
      const category = categories.find(({ id }) => id === read.categoryId);
      const flow = category && flowIn(row, category);
      if (!lines) {
        const chosen = goal.goalId === undefined ? {} : { goalId: goal.goalId };
        onAccept?.({ ...accepted, ...chosen });
        return true;
      }
      const { description, date, amount, type } = row;
      const head = { description, date, amount, type, notes: null, ...flow };
      const split = paymentOf(head, lines, currency);
      if ("problem" in split) {
        setProblem(split.problem);
        return false;
      }
      onAccept?.({ ...accepted, lines: split.payment.lines });
      return true;
    },
    onClose,
  });
  const changeLines = (next: TypedLine[] | null) => {
    setProblem(undefined);
    setLines(next);
    form.setValue("categoryId", next?.[0]?.categoryId ?? form.getValues("categoryId"));
  };
  const chosen = categories.find(({ id }) => String(id) === form.watch("categoryId"));
  const goal = useGoalChoice(chosen?.id, { chosen: goalId, isNew: true });
  const offered = categoriesOf(row, categories);
  const category = form.field("categoryId", () => setGoalId(undefined));
  return (
    <FormDialog title="Edit row" description={signed(row)} {...form.submission} submit="Accept">
      <TextField label="Description" required {...form.field("description")} />
      <DateField label="Date" required {...form.field("date")} />
      {lines ? (
        <SplitLines
          amount={amount}
          lines={lines}
          offered={offered}
          currency={currency}
          problem={problem ?? category.error}
          onChange={changeLines}
          onWhole={() => changeLines(null)}
        />
      ) : (
        <>
          <CategoryField offered={offered} {...category} />
          <GoalField choice={goal} onChange={setGoalId} />
          <SplitButton categoryId={form.watch("categoryId")} onSplit={changeLines} />
        </>
      )}
      {members.length > 1 && <PayerField label="Paid by" value={paidBy} onChange={setPaidBy} />}
    </FormDialog>
  );
}
