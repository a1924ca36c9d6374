import { isSpreadable } from "@coffer/domain/budget/spread";
import { offeredFor } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { readAmount } from "@coffer/domain/money/amount";
import type { Currency } from "@coffer/domain/money/money";
import type { Purchase } from "@coffer/domain/payment/payment";
import type { Charge } from "@coffer/domain/subscription/repeats";
import { parseDay } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import { transaction as kind } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type * as v from "valibot";
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
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import type { Moved } from "./AlikeOffer.tsx";
import { FlowField } from "./base/choice-fields.tsx";
import { typedValues } from "./base/typed-values.ts";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { useGoalChoice } from "./GoalField.tsx";
import { PaymentOfferField, usePaymentOffer } from "./PaymentOffer.tsx";
import { CategoryOrLines, useLines } from "./SplitLines.tsx";
import { transactionForm } from "./schemas.ts";
import { blankLine, openPayment, paymentOf, type TypedLine } from "./split-lines.ts";
import { useRuleOffer } from "./use-rule-offer.ts";
import { WhoPaid } from "./WhoPaid.tsx";

type Props = {
  transaction?: Transaction | undefined;
  /** An imported row, which is split before it is entered. */
  draft?: ImportRow & { categoryId?: Id | undefined };
  onClose: () => void;
  onMoved?: (moved: Moved) => void;
  onSpread?: ((transaction: Transaction) => void) | undefined;
};

/** A line of a split payment opens the whole payment. */
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

type Read = v.InferOutput<ReturnType<typeof transactionForm>>;

function TransactionForm({ transaction, draft, lines: stored, onClose, onMoved, onSpread }: FormProps) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [] } = useCategories();
  const { currency } = useMoney();
  const date = useDefaultDay();
  const save = useSaveTransaction(ledgerId, useMonth());
  const savePayment = useSavePayment(ledgerId);
  const pay = usePay(ledgerId);
  // The version to compare with on save: a payment may be read again while it is edited.
  const [opened] = useState(transaction);
  const [makesRule, setMakesRule] = useState(false);
  const { lines, setLines, setProblem, shown } = useLines(stored, (id) => form.setValue("categoryId", id));
  const isWhole = !lines && !stored;
  const form = useSchemaForm(transactionForm(currency), {
    defaultValues: typedValues(kind, transaction ?? draft ?? { type: "expense", date }, currency),
    save: (read) => (isWhole ? saveWhole(read) : saveSplit(read)),
    onClose,
  });
  async function saveSplit(read: Read) {
    const split = paymentOf(read, lines ?? [blankLine(String(read.categoryId))], currency);
    if ("problem" in split) {
      setProblem(split.problem);
      return false;
    }
    return savePayment.mutateAsync({ opened, body: split.payment });
  }
  async function saveWhole(read: Read) {
    const body = { ...read, goalId: goal.goalId, ...(opened ? {} : payment.pays) };
    await save.mutateAsync({ body, opened });
    if (payment.isTaken) payment.refresh();
    if (opened && payment.due && payment.isTaken) {
      const { id, nextPaymentDate } = payment.due;
      await pay.mutateAsync({ id, dueDate: nextPaymentDate, transactionId: opened.id });
    }
    if (makesRule && rule.isOffered) rule.add();
    if (isMoved) onMoved?.({ transaction: { ...transaction, ...read }, category: chosen });
  }
  const changeType = () => {
    form.setValue("categoryId", "");
    form.setValue("refund", false);
    setLines((before) => before?.map((line) => ({ ...line, categoryId: "" })) ?? null);
  };
  const typed = form.watch();
  const dateHint = useDateHint(typed.date);
  const chosen = categories.find(({ id }) => String(id) === typed.categoryId);
  const goal = useGoalChoice(chosen?.id, {
    chosen: typed.goalId,
    isNew: chosen?.id !== transaction?.categoryId,
  });
  const isMoved = transaction && isWhole && chosen && chosen.id !== transaction.categoryId;
  // A new category may be right for all transactions with this description.
  const rule = useRuleOffer(typed.description ?? "", isMoved ? chosen : undefined, goal.goalId);
  const isPayable = isWhole && transaction?.subscriptionId === undefined && !typed.refund;
  const payment = usePaymentOffer(isPayable ? chargeOf(typed, currency) : undefined);
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
      <CategoryOrLines
        amount={typed.amount ?? ""}
        {...shown}
        offered={offeredFor(typed.type, categories)}
        currency={currency}
        category={form.field("categoryId", () => form.setValue("goalId", undefined))}
        categoryId={typed.categoryId}
        goal={goal}
        onGoal={(goalId) => form.setValue("goalId", goalId)}
      >
        {transaction && onSpread && isSpreadable(transaction) && !form.formState.isDirty && (
          <Button variant="quiet" size="small" onClick={() => onSpread(transaction)}>
            Spread its plan
          </Button>
        )}
      </CategoryOrLines>
      <PaymentOfferField {...payment} />
      {rule.isOffered && chosen && (
        <CheckboxField
          label={`Always use ${chosen.name}`}
          hint={`A rule for what is entered or imported with “${rule.contains}” in its description`}
          checked={makesRule}
          onChange={(event) => setMakesRule(event.target.checked)}
        />
      )}
      {typed.type === "expense" && (
        <>
          <CheckboxField
            label="Refund"
            hint="The money came back: it lowers what the category has spent"
            {...form.field("refund")}
          />
          <WhoPaid
            value={{ paidBy: typed.paidBy, shares: typed.shares }}
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

type Typed = v.InferInput<ReturnType<typeof transactionForm>>;

/** Undefined until date and amount can be read. */
function chargeOf({ description, amount, date, type }: Typed, currency: Currency): Charge | undefined {
  const day = parseDay(date);
  const read = readAmount(amount ?? "", currency, locale);
  if (!day || read.kind !== "ok") return undefined;
  return { description: description ?? "", amount: read.amount, date: day, type };
}
