type Payment = {
  key: string | number;
  /** yyyy-MM-dd */
  date: string;
  name: string;
  /** Formatted. */
  amount: string;
  color?: string;
  overdue?: boolean;
};

type Props = {
  /** yyyy-MM */
  month: string;
  today?: string;
  payments: readonly Payment[];
};

const label = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
const title = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A month with what falls due on each day; on phones and for screen readers also as a list. */
export function PaymentCalendar({ month, today, payments }: Props) {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const dates = Array.from({ length: days }, (_, day) => `${month}-${String(day + 1).padStart(2, "0")}`);
  const due = Map.groupBy(payments, (payment) => payment.date);
  return (
    <figure className="chart calendar">
      <div className="calendar-grid" aria-hidden="true">
        {WEEKDAYS.map((weekday) => (
          <span key={weekday} className="calendar-weekday">
            {weekday}
          </span>
        ))}
        {dates.map((date, index) => (
          <div
            key={date}
            className="calendar-day"
            data-today={date === today}
            data-past={today !== undefined && date < today}
            data-due={due.has(date)}
            style={index === 0 ? { gridColumnStart: first.getUTCDay() + 1 } : undefined}
          >
            <span>{index + 1}</span>
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
        <span className="visually-hidden">Payments in {title.format(first)}</span>
        <ul>
          {payments.map((payment) => (
            <li key={payment.key} data-color={payment.color ?? "gray"} data-overdue={payment.overdue}>
              <span>{label.format(new Date(`${payment.date}T00:00:00Z`))}</span>
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
