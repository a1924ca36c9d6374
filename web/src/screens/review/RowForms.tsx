import { transactionBody } from "@coffer/contract/transaction";
import { fields, NAME_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { amountText } from "@coffer/domain/money/amount";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { categoriesOf, type GoalName } from "@coffer/domain/review/decision";
import { constantPart, ruleApplies } from "@coffer/domain/rule/rule";
import { pluralize } from "@coffer/domain/text/plural";
import { addDays } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { flowIn } from "@coffer/domain/transaction/flow-in";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AcceptedRow, ReviewRow, TransferPair } from "../../api/review.ts";
import { useAddRule } from "../../api/rules.ts";
import { transactionsBetween } from "../../api/transactions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { useGoalChoice } from "../../forms/GoalField.tsx";
import { CategoryOrLines, useLines } from "../../forms/SplitLines.tsx";
import { chosenCategory } from "../../forms/schemas.ts";
import { paymentOf } from "../../forms/split-lines.ts";
import { PayerField } from "../../forms/WhoPaid.tsx";
import { useMembers } from "../../household/use-members.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { CheckboxField } from "../../ui/base/CheckboxField.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { DateField } from "../../ui/fields/DateField.tsx";
import { SelectField } from "../../ui/fields/SelectField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";

type Props = {
  row: ReviewRow;
  categoryId: Id | undefined;
  onAccept: ((row: AcceptedRow) => void) | undefined;
  onClose: () => void;
};

const { description, date } = transactionBody.entries;
const rowForm = fields({ description, date, categoryId: chosenCategory });

/** Corrects or splits a row, and accepts it. */
export function EditRow({ row, categoryId, onAccept, onClose }: Props) {
  const { currency, signed } = useMoney();
  const { data: categories = [] } = useCategories();
  const { members } = useMembers();
  const [paidBy, setPaidBy] = useState(row.paidBy);
  const [goalId, setGoalId] = useState<Id | null>();
  const { lines, setProblem, shown } = useLines(null, (id) => form.setValue("categoryId", id));
  const form = useSchemaForm(rowForm, {
    defaultValues: { description: row.description, date: row.date, categoryId: String(categoryId ?? "") },
    async save(read) {
      const accepted = { id: row.id, ...read, ...(paidBy !== undefined && { paidBy }) };
      if (!lines) {
        onAccept?.({ ...accepted, ...(goal.goalId !== undefined && { goalId: goal.goalId }) });
        return true;
      }
      const { description, date, amount, type } = row;
      const category = categories.find(({ id }) => id === read.categoryId);
      const head = { description, date, amount, type, notes: null, ...(category && flowIn(row, category)) };
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
  const chosen = categories.find(({ id }) => String(id) === form.watch("categoryId"));
  const goal = useGoalChoice(chosen?.id, { chosen: goalId, isNew: true });
  return (
    <FormDialog title="Edit row" description={signed(row)} {...form.submission} submit="Accept">
      <TextField label="Description" required {...form.field("description")} />
      <DateField label="Date" required {...form.field("date")} />
      <CategoryOrLines
        amount={amountText(row.amount, currency, locale)}
        {...shown}
        offered={categoriesOf(row, categories)}
        currency={currency}
        category={form.field("categoryId", () => setGoalId(undefined))}
        categoryId={form.watch("categoryId")}
        goal={goal}
        onGoal={setGoalId}
      />
      {members.length > 1 && <PayerField label="Paid by" value={paidBy} onChange={setPaidBy} />}
    </FormDialog>
  );
}

type LeaveOutRowProps = {
  row: ReviewRow;
  rows: readonly ReviewRow[];
  onDismiss: ((ids: readonly Id[]) => void) | undefined;
  onClose: () => void;
};

/** Leaves out all rows with a text: those on this page, and by a rule those of later files. */
export function LeaveOutRow({ row, rows, onDismiss, onClose }: LeaveOutRowProps) {
  const addRule = useAddRule(useOpenLedger().ledgerId);
  const [contains, setContains] = useState(constantPart(row.description));
  const leftOut = rows.filter((one) => contains.trim() !== "" && ruleApplies({ contains }, one));
  return (
    <FormDialog
      title="Always leave out"
      description="A rule leaves these rows out of the budget, now and in later files."
      size="small"
      submit={`Leave out ${pluralize(leftOut.length, "row")}, and later ones`}
      pending={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (contains.trim() === "") return;
        addRule.mutate({ contains: contains.trim(), leaveOut: true });
        if (leftOut.length > 0) onDismiss?.(leftOut.map(({ id }) => id));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label="Description contains"
        required
        maxLength={100}
        value={contains}
        onChange={({ target }) => setContains(target.value)}
      />
    </FormDialog>
  );
}

type TieRowProps = {
  row: ReviewRow;
  onAccept: ((row: AcceptedRow) => void) | undefined;
  onClose: () => void;
};

const NEAR_DAYS = 31;
const MOST_OFFERED = 50;

/** Matches a row with an existing transaction, so that the purchase does not count twice. */
export function TieRow({ row, onAccept, onClose }: TieRowProps) {
  const { ledgerId } = useOpenLedger();
  const { signed } = useMoney();
  const [chosen, setChosen] = useState<Id>();
  const near = useQuery(
    transactionsBetween(ledgerId, addDays(row.date, -NEAR_DAYS), addDays(row.date, NEAR_DAYS)),
  );
  const own = signedAmount(row);
  const offered = purchasesOf(near.data ?? [])
    .filter((one) => Math.sign(signedAmount(one)) === Math.sign(own))
    .sort((a, b) => Math.abs(signedAmount(a) - own) - Math.abs(signedAmount(b) - own))
    .slice(0, MOST_OFFERED);
  const write = dayFormatter(
    offered.map(({ date }) => date),
    useToday(),
    locale,
  );
  const tied = offered.find(({ id }) => id === chosen) ?? offered[0];
  return (
    <FormDialog
      title="It is here already"
      description={`“${row.description}”, ${signed(row)}`}
      size="small"
      submit="It is the same"
      pending={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (tied) onAccept?.({ id: row.id, categoryId: tied.categoryId, tiesTo: tied.id });
        onClose();
      }}
      onClose={onClose}
    >
      <QueryResult queries={{ near }} failed="Failed to load transactions" lines={2}>
        {() =>
          offered.length === 0 ? (
            <p className="muted">No transaction near that day goes in the same direction.</p>
          ) : (
            <SelectField
              label="Transaction"
              hint="The nearest amounts first"
              options={offered.map((one) => ({
                value: one.id,
                label: `${write(one.date)} · ${one.description} · ${signed(one)}`,
              }))}
              value={tied?.id ?? ""}
              onChoose={setChosen}
            />
          )
        }
      </QueryResult>
    </FormDialog>
  );
}

type TransferRowProps = {
  row: ReviewRow;
  rows: readonly ReviewRow[];
  goals: readonly GoalName[];
  onTransfer: ((pair: TransferPair) => void) | undefined;
  onClose: () => void;
};

/** The other half is searched this many days around the row. */
const TRANSFER_DAYS = 31;

/** Marks a row, and its counterpart in the other account, as moved between own accounts. */
export function TransferRow({ row, rows, goals, onTransfer, onClose }: TransferRowProps) {
  const { signed } = useMoney();
  const { ledgerId, can } = useOpenLedger();
  const near = useQuery(
    transactionsBetween(ledgerId, addDays(row.date, -TRANSFER_DAYS), addDays(row.date, TRANSFER_DAYS)),
  );
  // A line of a split payment cannot be moved by itself.
  const whole = near.data?.filter(({ paymentId }) => paymentId === undefined) ?? [];
  const opposite = [...rows, ...whole].filter((other) => signedAmount(other) === -signedAmount(row));
  const { transferOf } = row;
  const isMarked = transferOf !== null && near.isSuccess && !opposite.some(({ id }) => id === transferOf);
  const write = dayFormatter(
    opposite.map(({ date }) => date),
    useToday(),
    locale,
  );
  const [other, setOther] = useState<Id | 0>(transferOf ?? 0);
  const [goal, setGoal] = useState<Id | 0>(0);
  const addRule = useAddRule(ledgerId);
  const [isAlways, setIsAlways] = useState(false);
  const contains = constantPart(row.description).slice(0, NAME_MAX).trim();
  const open = goals.filter(({ status }) => status === "in-progress");
  return (
    <FormDialog
      title="Moved between own accounts"
      description={`“${row.description}”, ${signed(row)}. It counts as neither income nor spending, even if its file is imported again.`}
      size="small"
      submit="It was moved"
      pending={false}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAlways) addRule.mutate({ contains, transfer: true });
        onTransfer?.({ ids: other ? [row.id, other] : [row.id], ...(goal && { goalId: goal }) });
        onClose();
      }}
      onClose={onClose}
    >
      {(opposite.length > 0 || isMarked) && (
        <SelectField
          label="The row of the other account"
          options={[
            { value: 0, label: "None: the other account is not here" },
            ...(isMarked ? [{ value: transferOf, label: "The half that was marked before" }] : []),
            ...opposite.map(({ id, date, description }) => ({
              value: id,
              label: `${write(date)} · ${description}`,
            })),
          ]}
          value={other}
          onChoose={setOther}
        />
      )}
      {open.length > 0 && (
        <SelectField
          label="Goal"
          hint="If the money was put aside for it"
          options={[{ value: 0, label: "None" }, ...open.map(({ id, name }) => ({ value: id, label: name }))]}
          value={goal}
          onChoose={setGoal}
        />
      )}
      {can("categories") && (
        <CheckboxField
          label="Always an own transfer"
          hint={`A rule for what is imported with “${contains}” in its description`}
          checked={isAlways}
          onChange={({ target }) => setIsAlways(target.checked)}
        />
      )}
    </FormDialog>
  );
}
