import { isSpreadable } from "@coffer/domain/budget/spread";
import { offeredFor } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { readAmount } from "@coffer/domain/money/amount";
import type { Purchase } from "@coffer/domain/payment/payment";
import { parseDay } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import { transaction as kind } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePay } from "../api/subscriptions.ts";
import { monthTransactions, useSavePayment, useSaveTransaction } from "../api/transactions.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { QueryResult } from "../loading/QueryResult.tsx";
import {
  useCategories,
  useDateHint,
  useDefaultDay,
  useMonth,
  useOpenLedger,
} from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { DateField } from "../ui/fields/DateField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { CategoryField } from "../ui/fields/SelectField.tsx";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import type { Moved } from "./AlikeOffer.tsx";
import { FlowField } from "./base/choice-fields.tsx";
import { typedValues } from "./base/typed-values.ts";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { GoalField, useGoalChoice } from "./GoalField.tsx";
import { PaymentOfferField, usePaymentOffer } from "./PaymentOffer.tsx";
import { SplitButton, SplitLines } from "./SplitLines.tsx";
import { blankLine, openPayment, paymentOf, type TypedLine } from "./split-lines.ts";
import { transactionForm } from "./transaction-schema.ts";
import { useRuleOffer } from "./use-rule-offer.ts";
import { WhoPaid } from "./WhoPaid.tsx";

/** A bank's row of a purchase that is not entered yet. */
type Draft = Pick<Transaction, "description" | "amount" | "date" | "type" | "refund"> & {
  notes?: string | null | undefined;
  categoryId?: Id | undefined;
};

type Props = {
  transaction?: Transaction | undefined;
  draft?: Draft;
  onClose: () => void;
  onMoved?: (moved: Moved) => void;
  onSpread?: ((transaction: Transaction) => void) | undefined;
};

/** A line of a payment leads to the payment. */
export function TransactionDialog(props: Props) {
  const { transaction, draft, onClose } = props;
  if (transaction?.paymentId !== undefined) return <PaymentDialog {...transaction} onClose={onClose} />;
  const lines = draft ? [blankLine(String(draft.categoryId ?? "")), blankLine()] : null;
  return <TransactionForm {...props} lines={lines} />;
}

function PaymentDialog({ date, paymentId, onClose }: Transaction & Pick<Props, "onClose">) {
  const { ledgerId } = useOpenLedger();
  const { currency } = useMoney();
  const payment = useQuery({
    ...monthTransactions(ledgerId, monthOfDay(date)),
    select: (rows) => rows.filter((row) => row.paymentId === paymentId).sort((a, b) => a.id - b.id),
  });
  const [first, ...others] = payment.data ?? [];
  if (first) {
    const { head, lines } = openPayment([first, ...others], currency);
    return <TransactionForm transaction={head} lines={lines} onClose={onClose} />;
  }
  return (
    <Dialog title="Edit Transaction" onClose={onClose}>
      <QueryResult queries={{ payment }} failed="Failed to load the payment" lines={4}>
        {() => <p>This payment was deleted.</p>}
      </QueryResult>
    </Dialog>
  );
}

type FormProps = Omit<Props, "transaction"> & {
  transaction?: Purchase | undefined;
  lines: TypedLine[] | null;
};

function TransactionForm({ transaction, draft, lines: stored, onClose, onMoved, onSpread }: FormProps) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useCategories();
  const save = useSaveTransaction(ledgerId, useMonth());
  const savePayment = useSavePayment(ledgerId);
  // A payment may be read again meanwhile.
  const [opened] = useState(transaction);
  const [lines, setLines] = useState(stored);
  const [problem, setProblem] = useState<string>();
  const [makesRule, setMakesRule] = useState(false);
  const { currency } = useMoney();
  const date = useDefaultDay();
  const pay = usePay(ledgerId);
  const form = useSchemaForm(transactionForm(currency), {
    defaultValues: typedValues(kind, transaction ?? draft ?? { type: "expense", date }, currency),
    async save(read) {
      if (lines || stored) {
        const split = paymentOf(read, lines ?? [blankLine(String(read.categoryId))], currency);
        if ("problem" in split) {
          setProblem(split.problem);
          return false;
        }
        await savePayment.mutateAsync({ opened, body: split.payment });
      } else {
        await save.mutateAsync({
          body: { ...read, goalId: goal.goalId, ...(opened ? {} : payment.pays) },
          opened,
        });
        if (payment.isTaken) payment.refresh();
        if (opened && payment.due && payment.isTaken)
          await pay.mutateAsync({
            id: payment.due.id,
            dueDate: payment.due.nextPaymentDate,
            transactionId: opened.id,
          });
        if (makesRule && rule.isOffered) rule.add();
        if (isMoved) onMoved?.({ transaction: { ...transaction, ...read }, category: chosen });
      }
      return true;
    },
    onClose,
  });
  /** In the form the first line's category stands for all lines. */
  const changeLines = (next: TypedLine[] | null) => {
    setProblem(undefined);
    setLines(next);
    form.setValue("categoryId", next?.[0]?.categoryId ?? form.getValues("categoryId"));
  };
  const changeType = () => {
    form.setValue("categoryId", "");
    form.setValue("refund", false);
    setLines((before) => before?.map((line) => ({ ...line, categoryId: "" })) ?? null);
  };
  const dateHint = useDateHint(form.watch("date"));
  const offered = offeredFor(form.watch("type"), categories);
  const chosen = categories.find(({ id }) => String(id) === form.watch("categoryId"));
  const goal = useGoalChoice(chosen?.id, {
    chosen: form.watch("goalId"),
    isNew: chosen?.id !== transaction?.categoryId,
  });
  const category = form.field("categoryId", () => form.setValue("goalId", undefined));
  // The correction may apply to all transactions with this description.
  const isMoved = transaction && !lines && !stored && chosen && chosen.id !== transaction.categoryId;
  const rule = useRuleOffer(form.watch("description") ?? "", isMoved ? chosen : undefined, goal.goalId);
  const isExpense = form.watch("type") === "expense";
  const [day, amount] = [
    parseDay(form.watch("date")),
    readAmount(form.watch("amount") ?? "", currency, locale),
  ];
  const isOpen = !lines && !stored && transaction?.subscriptionId === undefined && !form.watch("refund");
  const payment = usePaymentOffer(
    isOpen && day && amount.kind === "ok"
      ? {
          description: form.watch("description") ?? "",
          amount: amount.amount,
          date: day,
          type: form.watch("type"),
        }
      : undefined,
  );
  return (
    <FormDialog
      title={transaction ? "Edit Transaction" : "Add Transaction"}
      {...form.submission}
      submit={transaction ? "Save changes" : "Add Transaction"}
    >
      <FlowField {...form.field("type", changeType)} />
      <TextField label="Description" required {...form.field("description")} />
      <div className="fields-2">
        <MoneyField label="Amount" currency={currency} required {...form.field("amount")} />
        <DateField label="Date" required {...form.field("date")} hint={dateHint} />
      </div>
      {lines ? (
        <SplitLines
          amount={form.watch("amount") ?? ""}
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
          <GoalField choice={goal} onChange={(goalId) => form.setValue("goalId", goalId)} />
          <div className="row">
            <SplitButton categoryId={form.watch("categoryId")} onSplit={changeLines} />
            {transaction && onSpread && isSpreadable(transaction) && !form.formState.isDirty && (
              <Button variant="quiet" size="small" onClick={() => onSpread(transaction)}>
                Spread its plan
              </Button>
            )}
          </div>
        </>
      )}
      <PaymentOfferField {...payment} />
      {rule.isOffered && chosen && (
        <CheckboxField
          label={`Always use ${chosen.name}`}
          hint={`A rule for what is entered or imported with “${rule.contains}” in its description`}
          checked={makesRule}
          onChange={(event) => setMakesRule(event.target.checked)}
        />
      )}
      {isExpense && (
        <>
          <CheckboxField
            label="Refund"
            hint="The money came back: it lowers what the category has spent"
            {...form.field("refund")}
          />
          <WhoPaid
            value={{ paidBy: form.watch("paidBy"), shares: form.watch("shares") }}
            entered={transaction}
            rule={transaction ? undefined : (chosen?.shares ?? null)}
            onChange={({ paidBy, shares }) => {
              form.setValue("paidBy", paidBy);
              form.setValue("shares", shares);
            }}
          />
        </>
      )}
      <TextAreaField label="Notes" {...form.field("notes")} />
    </FormDialog>
  );
}
