import { offeredFor } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { amountText } from "@coffer/domain/money/amount";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { firstRule } from "@coffer/domain/rule/rule";
import { weekday } from "@coffer/domain/time/day";
import { localTime, today } from "@coffer/domain/time/timezone";
import type { Moment } from "@coffer/domain/transaction/known-purchase";
import { knownPurchases, likelyPurchases, purchaseNamed } from "@coffer/domain/transaction/known-purchase";
import { readEntry } from "@coffer/domain/transaction/typed-entry";
import { useQuery } from "@tanstack/react-query";
import type { ChangeEvent, SyntheticEvent } from "react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import * as v from "valibot";
import { ruleList } from "../api/rules.ts";
import { transactionSearch } from "../api/transactions.ts";
import { randomKey } from "../api/use-api-mutation.ts";
import { useMoney } from "../format/money.ts";
import { startedQueue } from "../offline/waiting-writes.ts";
import { useCategories, useDefaultDay, useOpenLedger, useToday, useUser } from "../selection/selection.ts";
import { toast } from "../ui/overlays/toast.ts";
import { isRefund, turnRefund } from "./AmountPad.tsx";
import { BLANK, useEntries, useUnsaved } from "./entries.ts";
import { useGoalChoice } from "./GoalField.tsx";
import { paymentOf } from "./split-lines.ts";
import { transactionForm } from "./transaction-schema.ts";
import type { WhoPaidDraft } from "./WhoPaid.tsx";

/** Quick entry's state and actions, on a desktop and on a phone alike. */
export function useEntryForm({ typed, onClose }: { typed: string; onClose: () => void }) {
  const { ledgerId } = useOpenLedger();
  const { data: categories = [], isPending } = useCategories();
  const { draft, changeDraft: change, leave } = useUnsaved();
  const startTyped = useEffectEvent(() => typed !== "" && change({ description: draft.description + typed }));
  useLayoutEffect(() => void startTyped(), []);
  // The network may go before the entry is made.
  useEffect(() => void startedQueue().catch(() => {}), []);
  const now = useToday();
  const [date, setDate] = useState<string>(useDefaultDay());
  const [whoPaid, setWhoPaid] = useState<WhoPaidDraft>({});
  const [errors, setErrors] = useState<Partial<Record<string, string[]>>>({});
  const { entries, enter, undo } = useEntries(ledgerId);
  const { currency } = useMoney();
  const form = useRef<HTMLFormElement>(null);

  const offered = [...offeredFor("expense", categories), ...offeredFor("income", categories)];
  const { recent, known, lookUp } = useKnownPurchases(draft.description);
  const { data: rules = [] } = useQuery(ruleList(ledgerId));
  const rule = firstRule(rules, draft.description);
  const ruled = offered.find(({ id }) => id === rule?.categoryId)?.id;
  const usual = offered.some(({ id }) => id === known?.categoryId) ? known : undefined;
  const amount = draft.amount ?? (usual ? amountText(usual.amount, currency) : "");
  const { lines } = draft;
  const categoryId = lines?.[0]?.categoryId ?? draft.categoryId ?? String(ruled ?? usual?.categoryId ?? "");

  const category = categories.find(({ id }) => String(id) === categoryId);
  const [chosenGoal, setChosenGoal] = useState<{ of: string; goalId: Id | null }>();
  const goal = useGoalChoice(Number(categoryId) || undefined, {
    chosen: chosenGoal?.of === categoryId ? chosenGoal.goalId : undefined,
    isNew: true,
  });

  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const close = () => {
    const left = leave();
    if (left) toast({ title: "Not saved yet", description: `Quick entry keeps ${left} until you return.` });
    onClose();
  };
  /** "12.50 coffee yesterday" fills the other fields. */
  const leaveDescription = () => {
    lookUp(draft.description);
    const line = draft.amount === null ? readEntry(draft.description, now, currency) : undefined;
    if (!line) return;
    const sign = line.refund ? "-" : "";
    change({ description: line.description, amount: sign + amountText(line.amount, currency) });
    setDate(line.date);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const type = category?.type ?? "expense";
    const refund = type === "expense" && isRefund(amount);
    const read = v.safeParse(transactionForm(currency), {
      description: draft.description,
      amount: refund ? turnRefund(amount) : amount,
      categoryId,
      date,
      type,
      notes: "",
      refund,
      ...whoPaid,
    });
    if (!read.success) {
      const found = v.flatten<ReturnType<typeof transactionForm>>(read.issues).nested ?? {};
      setErrors(found);
      focus(["description", "amount", "categoryId", "date"].find((name) => name in found) ?? "description");
      return;
    }
    const split = lines && paymentOf(read.output, lines, currency);
    if (split && "problem" in split) return setErrors({ lines: [split.problem] });
    setErrors({});
    change(BLANK);
    setWhoPaid({});
    setChosenGoal(undefined);
    focus("description");
    const body = { ...read.output, goalId: goal.goalId };
    void enter({ key: randomKey(), body, payment: split?.payment });
  };
  const error = (name: string) => errors[name]?.[0];
  const field = (label: string, name: string, value: string, set: (typed: string) => void) => ({
    label,
    name,
    required: true,
    value,
    error: error(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(target.value),
  });
  return {
    form,
    draft,
    change,
    amount,
    categoryId,
    categories,
    offered,
    isLoading: isPending,
    currency,
    recent,
    error,
    description: {
      ...field("Description", "description", draft.description, (description) => change({ description })),
      autoComplete: "off",
      onBlur: leaveDescription,
    },
    amountField: field("Amount", "amount", amount, (typed) => change({ amount: typed })),
    date: field("Date", "date", date, setDate),
    whoPaid: { value: whoPaid, rule: category?.shares ?? null, onChange: setWhoPaid },
    goal,
    setGoal: (goalId: Id | null) => setChosenGoal({ of: categoryId, goalId }),
    list: {
      entries,
      onRetry: enter,
      onUndo(entry: Parameters<typeof undo>[0]) {
        focus("description");
        void undo(entry);
      },
    },
    submit,
    close,
  };
}

export type EntryForm = ReturnType<typeof useEntryForm>;

/** The newest hundred are known at once; an older one is looked up when the description is left. */
function useKnownPurchases(description: string) {
  const { ledgerId } = useOpenLedger();
  const [wanted, lookUp] = useState("");
  const { data: newest } = useQuery(transactionSearch(ledgerId, {}));
  const { timeZone } = useUser();
  const momentOf = (instant: number): Moment => ({
    weekday: weekday(today(instant, timeZone)),
    hour: Number(localTime(instant, timeZone).slice(0, 2)),
  });
  const recent = likelyPurchases(purchasesOf(newest?.rows ?? []), momentOf(Date.now()), ({ createdAt }) =>
    momentOf(createdAt),
  );
  const isOlder = newest !== undefined && wanted.trim().length > 1 && !purchaseNamed(wanted, recent);
  const { data: older } = useQuery({
    ...transactionSearch(ledgerId, { text: wanted.trim() }),
    enabled: isOlder,
  });
  const known =
    purchaseNamed(description, recent) ??
    purchaseNamed(description, knownPurchases(purchasesOf(older?.rows ?? [])));
  return { recent, known, lookUp };
}
