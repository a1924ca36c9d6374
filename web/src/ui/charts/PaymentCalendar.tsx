import { type Day, dayOfMonth, formatDay, WEEKDAY_NAMES, weekday } from "@coffer/domain/day";
import { daysOf, type Month, monthLabel } from "@coffer/domain/month";
import "./chart.css";
import "./PaymentCalendar.css";

type Payment = {
  key: string | number;
  date: Day;
  name: string;
  /** Formatted. */
  amount: string;
  color?: string;
  overdue?: boolean;
};

type Props = { month: Month; today: Day; payments: readonly Payment[] };

const WEEKDAYS = WEEKDAY_NAMES.map((name) => name.slice(0, 3));

/** On phones and for screen readers there is a list as well. */
export function PaymentCalendar({ month, today, payments }: Props) {
  const due = Map.groupBy(payments, (payment) => payment.date);
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
            data-due={due.has(date)}
            style={index === 0 ? { gridColumnStart: weekday(date) + 1 } : undefined}
          >
            <span>{dayOfMonth(date)}</span>
            {due.get(date)?.map((payment) => (
              <span
                key={payment.key}
                className="calendar-payment"
                data-color={payment.color ?? "gray"}
                data-overdue={payment.overdue}
                title={`${payment.name}, ${payment.amount}`}
              >
                <span>{payment.name}</span>
                <span className="calendar-amount">{payment.amount}</span>
              </span>
            ))}
          </div>
        ))}
      </div>
      <figcaption className="calendar-list">
        <span className="visually-hidden">Payments in {monthLabel(month)}</span>
        <ul>
          {payments.map((payment) => (
            <li key={payment.key} data-color={payment.color ?? "gray"} data-overdue={payment.overdue}>
              <span>{formatDay(payment.date, today)}</span>
              <span>
                {payment.name}
                {payment.overdue && " (overdue)"}
              </span>
              <span>{payment.amount}</span>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
