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
import { isRefund, toggleRefund } from "./AmountPad.tsx";
import { BLANK, type Draft, type Entry, isStarted, useEntries, useUnsaved } from "./entries.ts";
import { useGoalChoice } from "./GoalField.tsx";
import { usePaymentOffer } from "./PaymentOffer.tsx";
import { transactionForm } from "./schemas.ts";
import { paymentOf } from "./split-lines.ts";
import type { WhoPaidDraft } from "./WhoPaid.tsx";

/** Quick entry's state and actions, on a desktop and on a phone alike. */
export function useEntryForm({ typed, onClose }: { typed: string; onClose: () => void }) {
  const { ledgerId } = useOpenLedger();
  const client = useQueryClient();
  const { draft, changeDraft: change, leave } = useUnsaved();
  useStart(typed, () => change({ description: draft.description + typed }));
  const filled = useFilledDraft(draft);
  const { amount, cents, category, categoryId, type, currency, reading } = filled;
  const [date, setDate] = useState<string>(useDefaultDay());
  const { take, untake } = takingOf(draft, change, filled, date, setDate);
  const [whoPaid, setWhoPaid] = useState<WhoPaidDraft>({});
  const [errors, setErrors] = useState<Problems>({});
  const { goal, setGoal, forgetGoal } = useEntryGoal(categoryId);
  const day = parseDay(date);
  const isPayment = !draft.lines && !isRefund(amount);
  const payment = usePaymentOffer(
    day && cents !== undefined && isPayment
      ? { description: draft.description, amount: cents, date: day, type }
      : undefined,
  );
  const { entries, enter, undo } = useEntries(ledgerId);
  const isPad = !useIsDesktop();
  const form = useRef<HTMLFormElement>(null);
  const isEnding = useRef(false);

  const focus = (name: string) => form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  const close = (needed = "") => {
    const left = leave();
    const description = `Quick entry keeps ${left} until you return. ${needed}`.trim();
    if (left) toast({ title: "Not saved yet", description });
    onClose();
  };
  /** Sends the entry and empties the form, or returns what is wrong by field. */
  const save = (): { problems: Problems } | { sent: Promise<Entry> } => {
    const read = readDraft(draft, filled, { date, whoPaid, isPad });
    if (!read.success)
      return { problems: v.flatten<ReturnType<typeof transactionForm>>(read.issues).nested ?? {} };
    const split = draft.lines && paymentOf(read.output, draft.lines, currency);
    if (split && "problem" in split) return { problems: { lines: [split.problem] } };
    const body = { ...read.output, goalId: goal.goalId, ...payment.pays };
    setErrors({});
    change(BLANK);
    setWhoPaid({});
    forgetGoal();
    const sent = enter({ key: randomKey(), body, payment: split?.payment });
    if (payment.isTaken) void sent.then(payment.refresh);
    payment.take(false);
    return { sent };
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reading) {
      take();
      // Later, with the new fields: a form ignores a submission within a submission.
      return setTimeout(() => form.current?.requestSubmit());
    }
    const outcome = save();
    if (isEnding.current) return end(outcome);
    if ("sent" in outcome) return isPad && isTouched() ? undefined : focus("description");
    setErrors(outcome.problems);
    focus(FIELDS.find((name) => name in outcome.problems) ?? "description");
  };
  const end = (outcome: ReturnType<typeof save>) => {
    isEnding.current = false;
    if ("problems" in outcome) return close(neededText(outcome.problems));
    close();
    void outcome.sent.then((entry) => {
      if (entry.state !== "saved") return;
      const { description } = entry.body;
      toast({ title: "Transaction created", description, ...undoAction(client, entry.written) });
    });
  };
  /** Saves a complete entry, and closes. */
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
    ...filled,
    form,
    draft,
    change,
    error,
    description: {
      ...field("Description", "description", draft.description, (description) =>
        change({ description, taken: null }),
      ),
      autoComplete: "off",
      onBlur() {
        filled.lookUp(reading?.description ?? draft.description);
        take();
      },
    },
    amountField: field("Amount", "amount", amount, (typed) => change({ amount: typed })),
    date: { ...field("Date", "date", date, setDate), hint: useDateHint(date) },
    whoPaid: { value: whoPaid, rule: category?.shares ?? null, onChange: setWhoPaid },
    goal,
    setGoal,
    list: {
      entries,
      onRetry: enter,
      onUndo(entry: Parameters<typeof undo>[0]) {
        focus("description");
        void undo(entry);
      },
    },
    payment,
    keepAsTyped() {
      focus("description");
      untake();
    },
    submit,
    done,
    close: () => close(),
  };
}

export type EntryForm = ReturnType<typeof useEntryForm>;

const LIST = new Intl.ListFormat("en");

/** Messages by field. */
type Problems = Partial<Record<string, string[]>>;

const FIELDS = ["description", "amount", "categoryId", "lines", "date"] as const;
const NEEDS = {
  description: "a description",
  amount: "an amount",
  categoryId: "a category",
  lines: "lines that add up",
  date: "a date",
};

function neededText(problems: Problems): string {
  return `It needs ${LIST.format(FIELDS.filter((name) => name in problems).map((name) => NEEDS[name]))}.`;
}

/** Runs once, when the dialog opens. */
function useStart(typed: string, addTyped: () => void) {
  const start = useEffectEvent(() => typed !== "" && addTyped());
  useLayoutEffect(() => void start(), []);
  // Loaded now, since the network may be gone when the entry is saved.
  useEffect(() => void startedQueue().catch(() => {}), []);
}

/** The draft's amount and category. What was not typed comes from a rule, or from the last purchase of this name. */
function useFilledDraft(draft: Draft) {
  const { ledgerId } = useOpenLedger();
  const { currency } = useMoney();
  const { data: categories = [], isPending: isLoading } = useCategories();
  const { data: rules = [] } = useQuery(ruleList(ledgerId));
  const { recent, known, lookUp, reading } = useKnownPurchases(draft, useDeviceDay(), currency);
  const offered = [...offeredFor("expense", categories), ...offeredFor("income", categories)];
  const usual = offered.some(({ id }) => id === known?.categoryId) ? known : undefined;
  const amount = draft.amount ?? (usual ? amountText(usual.amount, currency, locale) : "");
  const read = readAmount(amount, currency, locale);
  const cents = read.kind === "ok" ? read.amount : undefined;
  const rule = firstRule(rules, { description: draft.description, amount: cents });
  const ruled = offered.find(({ id }) => id === rule?.categoryId)?.id;
  const typed = draft.lines?.[0]?.categoryId ?? draft.categoryId;
  const categoryId = typed ?? String(ruled ?? usual?.categoryId ?? "");
  const category = categories.find(({ id }) => String(id) === categoryId);
  const type = category?.type ?? "expense";
  return {
    ...{ amount, cents, categoryId, category, type },
    ...{ currency, categories, offered, isLoading, recent, reading, lookUp },
  };
}

/** `take` moves what was read in the description to the fields; `untake` undoes that, or keeps a description unread. */
function takingOf(
  draft: Draft,
  change: (part: Partial<Draft>) => void,
  { reading, currency }: Filled,
  date: string,
  setDate: (date: string) => void,
) {
  return {
    take() {
      if (!reading) return;
      const sign = reading.refund ? "-" : "";
      const amount =
        reading.amount === undefined ? null : sign + amountText(reading.amount, currency, locale);
      const taken = { text: draft.description, amount, date };
      change({ description: reading.description, amount, taken, asTyped: reading.description });
      if (reading.isDated) setDate(reading.date);
    },
    untake() {
      const { taken } = draft;
      if (!taken) return change({ asTyped: draft.description });
      setDate(taken.date);
      const amount = draft.amount === taken.amount ? null : draft.amount;
      change({ description: taken.text, amount, taken: null, asTyped: taken.text });
    },
  };
}

/** A chosen goal applies only to the category for which it was chosen. */
function useEntryGoal(categoryId: string) {
  const [choice, setChoice] = useState<{ categoryId: string; goalId: Id | null }>();
  const goal = useGoalChoice(Number(categoryId) || undefined, {
    chosen: choice?.categoryId === categoryId ? choice.goalId : undefined,
    isNew: true,
  });
  return {
    goal,
    setGoal: (goalId: Id | null) => setChoice({ categoryId, goalId }),
    forgetGoal: () => setChoice(undefined),
  };
}

type Filled = ReturnType<typeof useFilledDraft>;
type Others = { date: string; whoPaid: WhoPaidDraft; isPad: boolean };

function readDraft(
  { description }: Draft,
  { amount, categoryId, type, currency }: Filled,
  { date, whoPaid, isPad }: Others,
) {
  const refund = type === "expense" && isRefund(amount);
  const typed = isPad ? padAmountText(amount, currency) : amount;
  return v.safeParse(transactionForm(currency), {
    ...{ description, categoryId, date, type, refund, notes: "" },
    amount: refund ? toggleRefund(typed) : typed,
    ...whoPaid,
  });
}

/** The result of the keypad's sum. Other texts stay, so that the field refuses them. */
function padAmountText(text: string, currency: Currency): string {
  const reading = readPadAmount(text, currency, locale);
  return reading.kind === "ok" ? amountText(reading.amount, currency, locale) : text;
}

/**
 * Matches the description with earlier purchases. The newest hundred are loaded; older ones are searched when the
 * description loses the focus, and when a number in it would be read as an amount.
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
