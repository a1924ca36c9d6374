import { type Category, categoryOf } from "@coffer/domain/category/category";
import {
  type CalendarEntry,
  firstWeekday,
  paymentCalendar,
} from "@coffer/domain/subscription/payment-calendar";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { dayOfMonth, WEEKDAY_NAMES, weekday } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { daysOf, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { monthTransactions } from "../../api/transactions.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Icon } from "../../ui/base/Icon.tsx";
import { MonthPicker } from "../../ui/controls/MonthPicker.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import "../../ui/charts/chart.css";
import "./Calendar.css";

const STATE_LABELS = { due: "", overdue: "overdue", paid: "paid", reminder: "" };
const FIRST = firstWeekday(navigator.language);
const WEEKDAYS = WEEKDAY_NAMES.map((_, index) => WEEKDAY_NAMES[(index + FIRST) % 7]?.slice(0, 3));

type Props = { subscriptions: Subscription[]; categories: Category[] };

/** On phones and for screen readers there is a list as well. */
export function Calendar({ subscriptions, categories }: Props) {
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
