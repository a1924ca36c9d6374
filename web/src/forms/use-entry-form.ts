import { offeredFor } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { amountText, readAmount, readPadAmount } from "@coffer/domain/money/amount";
import type { Currency } from "@coffer/domain/money/money";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { firstRule } from "@coffer/domain/rule/rule";
import { type Day, parseDay, weekday } from "@coffer/domain/time/day";
import { today as dayIn, localTime } from "@coffer/domain/time/timezone";
import {
  knownPurchases,
  likelyPurchases,
  type Moment,
  purchaseNamed,
} from "@coffer/domain/transaction/known-purchase";
import { readEntry } from "@coffer/domain/transaction/typed-entry";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type ChangeEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import * as v from "valibot";
import { ruleList } from "../api/rules.ts";
import { transactionSearch } from "../api/transactions.ts";
import { undoAction } from "../api/undo-action.ts";
import { randomKey } from "../api/use-api-mutation.ts";
import { locale } from "../format/locale.ts";
import { useMoney } from "../format/money.ts";
import { useDebounced } from "../loading/use-debounced.ts";
import { startedQueue } from "../offline/waiting-writes.ts";
import {
  useCategories,
  useDateHint,
  useDefaultDay,
  useDeviceDay,
  useOpenLedger,
  useUser,
} from "../selection/selection.ts";
import { useIsDesktop } from "../ui/layout/use-is-desktop.ts";
import { isTouched } from "../ui/overlays/Dialog.tsx";
import { toast } from "../ui/overlays/toast.ts";
import { isRefund, turnRefund } from "./AmountPad.tsx";
import { BLANK, type Draft, type Entry, isStarted, useEntries, useUnsaved } from "./entries.ts";
import { useGoalChoice } from "./GoalField.tsx";
import { usePaymentOffer } from "./PaymentOffer.tsx";
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
  const now = useDeviceDay();
  const [date, setDate] = useState<string>(useDefaultDay());
  const [whoPaid, setWhoPaid] = useState<WhoPaidDraft>({});
  const [errors, setErrors] = useState<Partial<Record<string, string[]>>>({});
  const client = useQueryClient();
  const { entries, enter, undo } = useEntries(ledgerId);
  const { currency } = useMoney();
  const isPad = !useIsDesktop();
  const form = useRef<HTMLFormElement>(null);
  const isEnding = useRef(false);

  const offered = [...offeredFor("expense", categories), ...offeredFor("income", categories)];
  const { recent, known, lookUp, reading } = useKnownPurchases(draft, now, currency);
  const { data: rules = [] } = useQuery(ruleList(ledgerId));
  const usual = offered.some(({ id }) => id === known?.categoryId) ? known : undefined;
  const amount = draft.amount ?? (usual ? amountText(usual.amount, currency, locale) : "");
  const entered = readAmount(amount, currency, locale);
  const { description } = draft;
  const rule = firstRule(rules, {
    description,
    amount: entered.kind === "ok" ? entered.amount : undefined,
  });
  const ruled = offered.find(({ id }) => id === rule?.categoryId)?.id;
  const { lines } = draft;
  const categoryId = lines?.[0]?.categoryId ?? draft.categoryId ?? String(ruled ?? usual?.categoryId ?? "");

  const category = categories.find(({ id }) => String(id) === categoryId);
  const [chosenGoal, setChosenGoal] = useState<{ of: string; goalId: Id | null }>();
  const goal = useGoalChoice(Number(categoryId) || undefined, {
    chosen: chosenGoal?.of === categoryId ? chosenGoal.goalId : undefined,
    isNew: true,
  });

  const day = parseDay(date);
  const payment = usePaymentOffer(
    day && entered.kind === "ok" && !lines && !isRefund(amount)
      ? { description, amount: entered.amount, date: day, type: category?.type ?? "expense" }
      : undefined,
  );

  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const close = (needed = "") => {
    const left = leave();
    const description = `Quick entry keeps ${left} until you return. ${needed}`.trim();
    if (left) toast({ title: "Not saved yet", description });
    onClose();
  };
  const take = () => {
    if (!reading) return;
    const sign = reading.refund ? "-" : "";
    const amount = reading.amount === undefined ? null : sign + amountText(reading.amount, currency, locale);
    change({
      description: reading.description,
      amount,
      taken: { text: draft.description, amount, date },
      asTyped: reading.description,
    });
    if (reading.isDated) setDate(reading.date);
  };
  /** Undoes what was taken, or keeps a description from being read. */
  const keepAsTyped = () => {
    const { taken } = draft;
    focus("description");
    if (!taken) return change({ asTyped: draft.description });
    setDate(taken.date);
    const amount = draft.amount === taken.amount ? null : draft.amount;
    change({ description: taken.text, amount, taken: null, asTyped: taken.text });
  };
  const leaveDescription = () => {
    lookUp(reading?.description ?? draft.description);
    take();
  };
  const readDraft = () => {
    const type = category?.type ?? "expense";
    const refund = type === "expense" && isRefund(amount);
    const typed = isPad ? padAmountText(amount, currency) : amount;
    return v.safeParse(transactionForm(currency), {
      description: draft.description,
      amount: refund ? turnRefund(typed) : typed,
      categoryId,
      date,
      type,
      notes: "",
      refund,
      ...whoPaid,
    });
  };
  /** Sends what the form holds, or returns the fields that keep it from being sent. */
  const save = () => {
    const read = readDraft();
    if (!read.success)
      return { problems: v.flatten<ReturnType<typeof transactionForm>>(read.issues).nested ?? {} };
    const split = lines && paymentOf(read.output, lines, currency);
    if (split && "problem" in split) return { problems: { lines: [split.problem] } };
    setErrors({});
    change(BLANK);
    setWhoPaid({});
    setChosenGoal(undefined);
    const body = { ...read.output, goalId: goal.goalId, ...payment.pays };
    const sent = enter({ key: randomKey(), body, payment: split?.payment });
    if (payment.isTaken) void sent.then(payment.refresh);
    payment.take(false);
    return { sent };
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reading) {
      take();
      // With what was taken in the fields; a form ignores a submission within a submission.
      return setTimeout(() => form.current?.requestSubmit());
    }
    const { problems, sent } = save();
    if (isEnding.current) return end(problems, sent);
    if (!problems) return isPad && isTouched() ? undefined : focus("description");
    setErrors(problems);
    focus(FIELDS.find((name) => name in problems) ?? "description");
  };
  const end = (problems: Problems | undefined, sent: Promise<Entry> | undefined) => {
    isEnding.current = false;
    close(
      problems &&
        `It needs ${LIST.format(FIELDS.filter((name) => name in problems).map((name) => NEEDS[name]))}.`,
    );
    void sent?.then((entry) => {
      if (entry.state === "saved")
        toast({
          title: "Transaction created",
          description: entry.body.description,
          ...undoAction(client, entry.written),
        });
    });
  };
  /** Saves what is complete. */
  const done = () => {
    if (!isStarted(draft)) return close();
    isEnding.current = true;
    form.current?.requestSubmit();
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
      ...field("Description", "description", draft.description, (description) =>
        change({ description, taken: null }),
      ),
      autoComplete: "off",
      onBlur: leaveDescription,
    },
    amountField: field("Amount", "amount", amount, (typed) => change({ amount: typed })),
    date: { ...field("Date", "date", date, setDate), hint: useDateHint(date) },
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
    reading,
    payment,
    keepAsTyped,
    submit,
    done,
    close: () => close(),
  };
}

export type EntryForm = ReturnType<typeof useEntryForm>;

const LIST = new Intl.ListFormat("en");

type Problems = Partial<Record<string, string[]>>;

const FIELDS = ["description", "amount", "categoryId", "lines", "date"] as const;
const NEEDS = {
  description: "a description",
  amount: "an amount",
  categoryId: "a category",
  lines: "lines that add up",
  date: "a date",
};

/** The result of the keypad's sum. A text that is not a sum stays, so that the field refuses it. */
function padAmountText(text: string, currency: Currency): string {
  const reading = readPadAmount(text, currency, locale);
  return reading.kind === "ok" ? amountText(reading.amount, currency, locale) : text;
}

/**
 * The newest hundred are known at once; an older one is looked up when the description is left, and where a number in
 * it would be read as an amount.
 */
function useKnownPurchases({ description, amount, asTyped }: Draft, today: Day, currency: Currency) {
  const { ledgerId } = useOpenLedger();
  const [wanted, lookUp] = useState("");
  const { data: newest } = useQuery(transactionSearch(ledgerId, {}));
  const { timeZone } = useUser();
  const momentOf = (instant: number): Moment => ({
    weekday: weekday(dayIn(instant, timeZone)),
    hour: Number(localTime(instant, timeZone).slice(0, 2)),
  });
  const recent = likelyPurchases(purchasesOf(newest?.rows ?? []), momentOf(Date.now()), ({ createdAt }) =>
    momentOf(createdAt),
  );
  const readAs = (isKnown: (text: string) => boolean) =>
    amount === null && description !== asTyped
      ? readEntry(description, { today, currency, locale, isKnown })
      : undefined;
  const isRecent = (text: string) => purchaseNamed(text, recent) !== undefined;
  const line = useDebounced(description);
  const text = (line === description && readAs(isRecent) ? line : wanted).trim();
  const isOlder = newest !== undefined && text.length > 1 && !isRecent(text);
  const { data: older } = useQuery({ ...transactionSearch(ledgerId, { text }), enabled: isOlder });
  const found = knownPurchases(purchasesOf(older?.rows ?? []));
  return {
    recent,
    known: purchaseNamed(description, recent) ?? purchaseNamed(description, found),
    reading: readAs((name) => isRecent(name) || purchaseNamed(name, found) !== undefined),
    lookUp,
  };
}
