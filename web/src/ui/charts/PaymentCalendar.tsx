import { type Day, dayOfMonth, WEEKDAY_NAMES, weekday } from "@coffer/domain/time/day";
import { firstWeekday } from "@coffer/domain/time/first-weekday";
import { formatDay } from "@coffer/domain/time/format-day";
import { daysOf, type Month, monthLabel } from "@coffer/domain/time/month";
import type { ReactNode } from "react";
import { Icon } from "../base/Icon.tsx";
import "./chart.css";
import "./PaymentCalendar.css";

/** A payment, or a day to remember such as the end of a trial. */
type Entry = {
  key: string | number;
  date: Day;
  name: string;
  /** Formatted; absent from a day to remember. */
  amount?: string;
  color?: string;
  state: "due" | "overdue" | "paid" | "reminder";
};

type Props<Item> = {
  month: Month;
  today: Day;
  entries: readonly Item[];
  /** Wraps an amount, in a link for example; hidden in the grid, whose entries the list has too. */
  wrap: (entry: Item, isHidden: boolean) => ReactNode;
};

const STATE_LABELS = { due: "", overdue: "overdue", paid: "paid", reminder: "" };
const FIRST = firstWeekday(navigator.language);
const WEEKDAYS = WEEKDAY_NAMES.map((_, index) => WEEKDAY_NAMES[(index + FIRST) % 7]?.slice(0, 3));

/** On phones and for screen readers there is a list as well. */
export function PaymentCalendar<Item extends Entry>({ month, today, entries, wrap }: Props<Item>) {
  const byDay = Map.groupBy(entries, (entry) => entry.date);
  return (
    <figure className="chart calendar">
      <div className="calendar-grid" aria-hidden="true">
        {WEEKDAYS.map((weekday) => (
          <span key={weekday} className="calendar-weekday">
            {weekday}
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
            {byDay.get(date)?.map((entry) => (
              <span
                key={entry.key}
                className="calendar-payment"
                data-color={entry.color ?? "gray"}
                data-state={entry.state}
                title={[entry.name, entry.amount, STATE_LABELS[entry.state]].filter(Boolean).join(", ")}
              >
                {entry.state === "paid" && <Icon name="check" />}
                <span className="calendar-name">{entry.name}</span>
                {entry.amount && <span className="calendar-amount">{wrap(entry, true)}</span>}
              </span>
            ))}
          </div>
        ))}
      </div>
      <figcaption className="calendar-list">
        <span className="visually-hidden">Payments in {monthLabel(month)}</span>
        <ul>
          {entries.map((entry) => (
            <li key={entry.key} data-color={entry.color ?? "gray"} data-state={entry.state}>
              <span>{formatDay(entry.date, today)}</span>
              <span>
                {entry.name}
                {STATE_LABELS[entry.state] && ` (${STATE_LABELS[entry.state]})`}
              </span>
              <span>{wrap(entry, false)}</span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
