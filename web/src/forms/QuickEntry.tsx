import { offeredFor } from "@coffer/domain/category/category";
import { amountText } from "@coffer/domain/money/amount";
import { firstRule } from "@coffer/domain/rule/rule";
import { knownPurchases, purchaseNamed } from "@coffer/domain/transaction/known-purchase";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import * as v from "valibot";
import { categoryList } from "../api/categories.ts";
import { ruleList } from "../api/rules.ts";
import { transactionSearch } from "../api/transactions.ts";
import { randomKey } from "../api/use-api-mutation.ts";
import { useMoney } from "../format/money.ts";
import { useDefaultDay, useOpenBudget } from "../selection/selection.ts";
import { TextField } from "../ui/base/TextField.tsx";
import { CategoryField } from "../ui/fields/CategoryField.tsx";
import { MoneyField } from "../ui/fields/MoneyField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormActions } from "../ui/overlays/FormActions.tsx";
import { toast } from "../ui/overlays/toast.ts";
import { QuickEntries } from "./QuickEntries.tsx";
import { transactionForm } from "./transaction-schema.ts";
import { BLANK, useUnsaved } from "./unsaved-entries.ts";
import { useEntries } from "./use-entries.ts";

/** Stays open: Enter saves, and the next one is typed while the last is on its way. */
export function QuickEntry({ typed, onClose }: { typed: string; onClose: () => void }) {
  const { budget } = useOpenBudget();
  const { data: categories = [], isPending } = useQuery(categoryList(budget));
  const { draft, changeDraft: change, leave } = useUnsaved();
  const startTyped = useEffectEvent(() => typed !== "" && change({ description: draft.description + typed }));
  useLayoutEffect(() => void startTyped(), []);
  const [date, setDate] = useState<string>(useDefaultDay());
  const [errors, setErrors] = useState<Partial<Record<string, string[]>>>({});
  const { entries, enter, undo } = useEntries(budget);
  const { currency } = useMoney();
  const form = useRef<HTMLFormElement>(null);

  const offered = [...offeredFor("expense", categories), ...offeredFor("income", categories)];
  const { recent, known, lookUp } = useKnownPurchases(draft.description);
  const { data: rules = [] } = useQuery(ruleList(budget));
  const rule = firstRule(rules, draft.description);
  const ruled = offered.find(({ id }) => id === rule?.categoryId)?.id;
  const usual = offered.some(({ id }) => id === known?.categoryId) ? known : undefined;
  const amount = draft.amount ?? (usual ? amountText(usual.amount, currency) : "");
  const categoryId = draft.categoryId ?? String(ruled ?? usual?.categoryId ?? "");

  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const close = () => {
    const left = leave();
    if (left) toast({ title: "Not saved yet", description: `Quick entry keeps ${left} until you return.` });
    onClose();
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const type = offered.find(({ id }) => String(id) === categoryId)?.type ?? "expense";
    const isRefund = type === "expense" && /^\s*[-−]/.test(amount);
    const read = v.safeParse(transactionForm(currency), {
      description: draft.description,
      amount: isRefund ? amount.replace(/[-−]/, "") : amount,
      categoryId,
      date,
      type,
      notes: "",
      refund: isRefund,
    });
    if (!read.success) {
      const found = v.flatten<ReturnType<typeof transactionForm>>(read.issues).nested ?? {};
      setErrors(found);
      focus(["description", "amount", "categoryId", "date"].find((name) => name in found) ?? "description");
      return;
    }
    setErrors({});
    change(BLANK);
    focus("description");
    void enter({ key: randomKey(), body: read.output });
  };
  const error = (name: string) => errors[name]?.[0];
  return (
    <Dialog discardable title="Quick entry" onClose={close}>
      <form className="fields" ref={form} noValidate onSubmit={submit}>
        <TextField
          label="Description"
          name="description"
          required
          autoComplete="off"
          list="known-purchases"
          value={draft.description}
          error={error("description")}
          onChange={(event) => change({ description: event.target.value })}
          onBlur={() => lookUp(draft.description)}
        />
        <datalist id="known-purchases">
          {recent.map(({ description }) => (
            <option key={description} value={description} />
          ))}
        </datalist>
        <div className="fields-2">
          <MoneyField
            label="Amount"
            name="amount"
            currency={currency}
            required
            value={amount}
            error={error("amount")}
            onFocus={(event) => event.target.select()}
            onChange={(event) => change({ amount: event.target.value })}
          />
          <CategoryField
            offered={offered}
            name="categoryId"
            placeholder={isPending || offered.length > 0 ? "Choose a category" : "No categories available"}
            hint={!isPending && offered.length === 0 && "Add one under Budget first"}
            value={categoryId}
            error={error("categoryId")}
            onChange={(event) => change({ categoryId: event.target.value })}
          />
        </div>
        <TextField
          type="date"
          label="Date"
          name="date"
          required
          value={date}
          error={error("date")}
          onChange={(event) => setDate(event.target.value)}
        />
        <QuickEntries
          entries={entries}
          categories={categories}
          onRetry={enter}
          onUndo={(entry) => {
            focus("description");
            void undo(entry);
          }}
        />
        <FormActions submit="Save" cancel="Done" onCancel={close} />
      </form>
    </Dialog>
  );
}

/** The newest hundred are known at once; an older one is looked up when the description is left. */
function useKnownPurchases(description: string) {
  const { budget } = useOpenBudget();
  const [wanted, lookUp] = useState("");
  const { data: newest } = useQuery(transactionSearch(budget, {}));
  const recent = knownPurchases(newest?.rows ?? []);
  const isOlder = newest !== undefined && wanted.trim().length > 1 && !purchaseNamed(wanted, recent);
  const { data: older } = useQuery({
    ...transactionSearch(budget, { text: wanted.trim() }),
    enabled: isOlder,
  });
  const known =
    purchaseNamed(description, recent) ?? purchaseNamed(description, knownPurchases(older?.rows ?? []));
  return { recent, known, lookUp };
}
