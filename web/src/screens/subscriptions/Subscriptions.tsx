import { type Category, categoryOf } from "@coffer/domain/category/category";
import type { WhyTarget } from "@coffer/domain/link/links";
import type { Cents } from "@coffer/domain/money/money";
import {
  type CalendarEntry,
  firstWeekday,
  paymentCalendar,
} from "@coffer/domain/subscription/payment-calendar";
import type { Suggestion } from "@coffer/domain/subscription/repeats";
import { RHYTHMS } from "@coffer/domain/subscription/rhythm";
import {
  flowOf,
  isAutoRecorded,
  type Subscription,
  status,
  totals,
  upcoming,
} from "@coffer/domain/subscription/subscription";
import { dayOfMonth, WEEKDAY_NAMES, weekday } from "@coffer/domain/time/day";
import { dayFormatter, formatDay } from "@coffer/domain/time/format-day";
import { daysOf, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import {
  subscriptionList,
  suggestionList,
  useDeleteSubscription,
  useDismissSuggestion,
  useTakePrice,
} from "../../api/subscriptions.ts";
import { monthTransactions } from "../../api/transactions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { Banner } from "../../ui/base/Banner.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { MonthPicker } from "../../ui/controls/MonthPicker.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { Amounts, WhyLink, wrapInWhyLink } from "../../why/WhyLink.tsx";
import { Payments, SubscriptionTable } from "./SubscriptionTable.tsx";
import "./Subscriptions.css";
import "../../ui/charts/chart.css";
import "./Calendar.css";

// Lazy: most visits open no form.
const SubscriptionDialog = lazyPart(() => import("../../forms/SubscriptionDialog.tsx"), "SubscriptionDialog");

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({
  categories: categoryList(ledgerId),
  subscriptions: subscriptionList(ledgerId),
});

export function Subscriptions() {
  const { ledgerId, can } = useOpenLedger();
  const today = useToday();
  const { open, dialog } = useDialog();
  const remove = useDeleteSubscription(ledgerId);
  const subscriptions = useQuery(subscriptionList(ledgerId));
  const categories = useCategories();
  const mayChange = can("manage");
  const { data: found, isLoading } = useQuery({ ...suggestionList(ledgerId), enabled: mayChange, meta: {} });
  // Suggestions are shown above the rest, which waits for them so that nothing jumps.
  const suggestions = { data: isLoading ? undefined : (found ?? []), error: null, refetch: () => undefined };
  const queries = { subscriptions, categories, suggestions };
  const openDialog = (of: Omit<ComponentProps<typeof SubscriptionDialog>, "onClose">) =>
    open((close) => <SubscriptionDialog {...of} onClose={close} />);
  const add = () => openDialog({ type: "expense" });
  const addIncome = () => openDialog({ type: "income" });
  const onEdit = (subscription: Subscription) => openDialog({ subscription });
  const actions = mayChange ? { onEdit, onDelete: remove.mutate } : undefined;
  return (
    <>
      <PageHeader title="Subscription Management">
        {mayChange && (
          <Button icon="plus" onClick={add}>
            Add Subscription
          </Button>
        )}
      </PageHeader>
      <QueryResult queries={queries} failed="Failed to load subscriptions" pending={SKELETON}>
        {(data) => {
          const { expense = [], income = [] } = Object.groupBy(data.subscriptions, flowOf);
          const recordsItself = (each: Subscription) => flowOf(each) === "income" && isAutoRecorded(each);
          const overdue = data.subscriptions.filter(
            (each) => status(each, today) === "Overdue" && !recordsItself(each),
          );
          const soon = upcoming(data.subscriptions, today);
          const active = data.subscriptions.filter((each) => status(each, today) !== "Inactive");
          const dates = active.map(({ nextPaymentDate }) => nextPaymentDate);
          const formatDate = dayFormatter(dates, today, locale);
          const shared = { categories: data.categories, formatDate };
          const tables = { ...shared, actions };
          const addFirst = mayChange && (
            <Button icon="plus" onClick={add}>
              Add your first subscription
            </Button>
          );
          const addPay = mayChange && (
            <Button size="small" icon="plus" onClick={addIncome}>
              Add income
            </Button>
          );
          return (
            <>
              <Summary subscriptions={data.subscriptions} />
              {mayChange && <Suggestions {...data} onAdd={(suggested) => openDialog({ suggested })} />}
              {overdue.length > 0 && <Payments title="Overdue payments" due={overdue} {...shared} />}
              <Payments title="Upcoming Payments (Next 7 Days)" due={soon} why="payments-due" {...shared} />
              <Card title="All Subscriptions" flush>
                {expense.length === 0 ? (
                  <EmptyState illustration="subscriptions" title="No subscriptions found." action={addFirst}>
                    Rent, streaming, insurance: what comes back every month belongs here.
                  </EmptyState>
                ) : (
                  <SubscriptionTable type="expense" subscriptions={expense} {...tables} />
                )}
              </Card>
              {data.subscriptions.length > 0 && (
                <Card title="Recurring income" flush={income.length > 0} action={addPay}>
                  {income.length > 0 ? (
                    <SubscriptionTable type="income" subscriptions={income} {...tables} />
                  ) : (
                    <p className="muted">Pay and other income that is recorded automatically on its day.</p>
                  )}
                </Card>
              )}
              {data.subscriptions.length > 0 && (
                // Folded, because it shows the payments of the lists above again, by day.
                <Card title="Payment calendar" fold>
                  <Calendar {...data} />
                </Card>
              )}
            </>
          );
        }}
      </QueryResult>
      {dialog}
    </>
  );
}

function Summary({ subscriptions }: { subscriptions?: Subscription[] }) {
  const { money } = useMoney();
  const today = useToday();
  const figures = subscriptions && totals(subscriptions, today);
  const sum = (label: string, why: WhyTarget, amount: Cents | undefined) => {
    const value = amount === undefined ? undefined : money(amount);
    return (
      <StatCard label={label} value={value} {...(value && { wrap: wrapInWhyLink(why, label, value) })} />
    );
  };
  return (
    <div className="stats">
      {sum("Monthly Cost", "subscriptions", figures?.monthly)}
      {sum("Annual Cost", "annual-subscriptions", figures?.annual)}
      <StatCard label="Upcoming Payments" value={figures && String(figures.upcoming)} />
    </div>
  );
}

const SKELETON = (
  <>
    <Summary />
    <Card title="Upcoming Payments (Next 7 Days)">
      <Skeleton height="1.5rem" lines={2} />
    </Card>
    <Card title="All Subscriptions">
      <Skeleton height="1.5rem" lines={6} />
    </Card>
  </>
);

type SuggestionsProps = {
  suggestions: readonly Suggestion[];
  subscriptions: readonly Subscription[];
  onAdd: (suggested: ComponentProps<typeof SubscriptionDialog>["suggested"]) => void;
};

/** Suggests new subscriptions and changed prices, one at a time. */
function Suggestions({ suggestions, subscriptions, onAdd }: SuggestionsProps) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const takePrice = useTakePrice(ledgerId);
  const dismiss = useDismissSuggestion(ledgerId);
  const known = suggestions.map((one) => ({
    one,
    opened: subscriptions.find(({ id }) => id === one.subscriptionId),
  }));
  const [first, ...more] = known.filter(({ one, opened }) => opened || one.kind !== "price");
  if (!first) return null;
  const { one, opened } = first;
  const text = opened
    ? `${one.name} was charged ${money(one.amount)} where ${money(opened.amount)} was expected.`
    : `Looks like a subscription: ${one.name}, ${money(one.amount)} ${RHYTHMS[one.frequency].label.toLowerCase()}.`;
  const take = () => (opened ? takePrice.mutate(one.id) : onAdd(one));
  const actions = (
    <span className="row">
      <Button variant="primary" size="small" onClick={take}>
        {opened ? `Use ${money(one.amount)} from now on` : "Add"}
      </Button>
      <Button size="small" onClick={() => dismiss.mutate(one.id)}>
        Dismiss
      </Button>
    </span>
  );
  const why = opened ? (`subscription-${opened.id}` as const) : (one.categoryId ?? "subscriptions");
  return (
    <Banner action={actions}>
      <Amounts text={text} opens={() => ({ why, of: one.name })} month={monthOfDay(one.date)} />{" "}
      {more.length > 0 && `${more.length} more after it.`}
    </Banner>
  );
}

const STATE_LABELS = { due: "", overdue: "overdue", paid: "paid", reminder: "" };
const FIRST = firstWeekday(navigator.language);
const WEEKDAYS = WEEKDAY_NAMES.map((_, index) => WEEKDAY_NAMES[(index + FIRST) % 7]?.slice(0, 3));

type Props = { subscriptions: Subscription[]; categories: Category[] };

/** Shown as a list too, on phones and to screen readers. */
function Calendar({ subscriptions, categories }: Props) {
  const { ledgerId } = useOpenLedger();
  const { money, signed } = useMoney();
  const today = useToday();
  const current = monthOfDay(today);
  const [month, setMonth] = useState(current);
  const { data: transactions = [], isError, isSuccess } = useQuery(monthTransactions(ledgerId, month));
  const entries = paymentCalendar(subscriptions, transactions, month, today);
  const byDay = Map.groupBy(entries, ({ date }) => date);
  const isPaid = !entries.some(({ state }) => state === "due" || state === "overdue");
  const lookOf = (entry: CalendarEntry) => ({
    "data-color": entry.state === "reminder" ? "gray" : categoryOf(entry, categories).color,
    "data-state": entry.state,
  });
  const amountOf = (entry: Exclude<CalendarEntry, { state: "reminder" }>) =>
    entry.type === "income" ? signed(entry) : money(entry.amount);
  return (
    <div className="stack">
      <div>
        <MonthPicker month={month} current={current} onChange={setMonth} />
      </div>
      <figure className="chart calendar">
        <div className="calendar-grid" aria-hidden="true">
          {WEEKDAYS.map((name) => (
            <span key={name} className="calendar-weekday">
              {name}
            </span>
          ))}
          {daysOf(month).map((date, index) => (
            <div
              key={date}
              className="calendar-day"
              data-today={date === today}
              data-past={date < today}
              style={index === 0 ? { gridColumnStart: ((weekday(date) - FIRST + 7) % 7) + 1 } : undefined}
            >
              <span>{dayOfMonth(date)}</span>
              {byDay.get(date)?.map((entry) => {
                const { key, name, state } = entry;
                const amount = state === "reminder" ? undefined : amountOf(entry);
                return (
                  <span
                    key={key}
                    className="calendar-payment"
                    {...lookOf(entry)}
                    title={[name, amount, STATE_LABELS[state]].filter(Boolean).join(", ")}
                  >
                    {state === "paid" && <Icon name="check" />}
                    <span className="calendar-name">{name}</span>
                    {state !== "reminder" && (
                      <span className="calendar-amount">
                        <WhyLink
                          of={name}
                          why={`subscription-${entry.subscriptionId}`}
                          text={amountOf(entry)}
                          tabIndex={-1}
                        />
                      </span>
                    )}
                  </span>
                );
              })}
            </div>
          ))}
        </div>
        <figcaption className="calendar-list">
          <span className="visually-hidden">Payments in {monthLabel(month)}</span>
          <ul>
            {entries.map((entry) => (
              <li key={entry.key} {...lookOf(entry)}>
                <span>{formatDay(entry.date, today, locale)}</span>
                <span>
                  {entry.name}
                  {STATE_LABELS[entry.state] && ` (${STATE_LABELS[entry.state]})`}
                </span>
                <span>
                  {entry.state !== "reminder" && (
                    <WhyLink
                      of={entry.name}
                      why={`subscription-${entry.subscriptionId}`}
                      text={amountOf(entry)}
                    />
                  )}
                </span>
              </li>
            ))}
          </ul>
        </figcaption>
      </figure>
      {isError && <p className="muted">What was paid this month could not be loaded.</p>}
      {isSuccess && isPaid && <p className="muted">Nothing left to pay this month.</p>}
    </div>
  );
}
