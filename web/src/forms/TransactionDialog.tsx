import { offeredFor } from "@coffer/domain/category/category";
import { NAME_MAX } from "@coffer/domain/definition/values";
import { amountText } from "@coffer/domain/money/amount";
import type { Currency } from "@coffer/domain/money/money";
import { firstRule } from "@coffer/domain/rule/rule";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { categoryList } from "../api/categories.ts";
import { ruleList, useAddRule, useSaveRules } from "../api/rules.ts";
import { useSaveTransaction } from "../api/transactions.ts";
import { useMoney } from "../format/money.ts";
import { useDefaultDay, useOpenBudget } from "../selection/selection.ts";
import { CheckboxField } from "../ui/base/CheckboxField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { CategoryField } from "../ui/fields/CategoryField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { TextAreaField } from "../ui/fields/TextAreaField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { FlowField } from "./base/FlowField.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { transactionForm } from "./transaction-schema.ts";

const BLANK = {
  type: "expense",
  description: "",
  amount: "",
  categoryId: "",
  notes: "",
  refund: false,
} as const;

type Props = { transaction?: Transaction | undefined; onClose: () => void };

export function TransactionDialog({ transaction, onClose }: Props) {
  const { budget, can } = useOpenBudget();
  const { data: categories = [] } = useQuery(categoryList(budget));
  const save = useSaveTransaction(budget);
  const addRule = useAddRule(budget);
  const saveRules = useSaveRules(budget);
  const [makesRule, setMakesRule] = useState(false);
  const { currency } = useMoney();
  const date = useDefaultDay();
  const form = useSchemaForm(transactionForm(currency), {
    defaultValues: transaction ? toFormValues(transaction, currency) : { ...BLANK, date },
    async save(read) {
      await save.mutateAsync({ body: read, opened: transaction });
      if (isCorrected && makesRule) {
        const rule = { contains: read.description.slice(0, NAME_MAX), categoryId: read.categoryId };
        // The first rule that applies wins.
        if (applying) saveRules.mutate([rule, ...rules]);
        else addRule.mutate(rule);
      }
      onClose();
    },
    onWithdrawn: onClose,
  });
  const type = form.field("type");
  const changeType = (event: ChangeEvent<HTMLInputElement>) => {
    form.setValue("categoryId", "");
    form.setValue("refund", false);
    return type.onChange(event);
  };
  const offered = offeredFor(form.watch("type"), categories);
  const chosen = categories.find(({ id }) => String(id) === form.watch("categoryId"));
  // A correction may be meant for all that are described so.
  const isMoved = can("categories") && transaction && chosen && chosen.id !== transaction.categoryId;
  const { data: rules = [], isSuccess } = useQuery({ ...ruleList(budget), enabled: Boolean(isMoved) });
  const applying = firstRule(rules, form.watch("description") ?? "");
  const isCorrected = isMoved && isSuccess && applying?.categoryId !== chosen.id;
  const title = transaction ? "Edit Transaction" : "Add Transaction";
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={form.submit}
      submit={transaction ? "Save changes" : "Add Transaction"}
      pending={save.isPending}
    >
      <FlowField {...type} onChange={changeType} />
      <TextField label="Description" required {...form.field("description")} />
      <div className="fields-2">
        <MoneyField label="Amount" currency={currency} required {...form.field("amount")} />
        <TextField type="date" label="Date" required {...form.field("date")} />
      </div>
      <CategoryField offered={offered} {...form.field("categoryId")} />
      {isCorrected && (
        <CheckboxField
          label={`Always use ${chosen.name}`}
          hint={`A rule for what is entered or imported with “${form.watch("description")}” in its description`}
          checked={makesRule}
          onChange={(event) => setMakesRule(event.target.checked)}
        />
      )}
      {form.watch("type") === "expense" && (
        <CheckboxField
          label="Refund"
          hint="The money came back: it lowers what the category has spent"
          {...form.field("refund")}
        />
      )}
      <TextAreaField label="Notes" {...form.field("notes")} />
    </FormDialog>
  );
}

const toFormValues = (transaction: Transaction, currency: Currency) => ({
  ...transaction,
  amount: amountText(transaction.amount, currency),
  categoryId: String(transaction.categoryId),
  notes: transaction.notes ?? "",
  refund: transaction.refund ?? false,
});
