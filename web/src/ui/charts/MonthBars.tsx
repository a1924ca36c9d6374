import type { Cents } from "@coffer/domain/money/money";
import type { ReactNode } from "react";
import "./MonthBars.css";

type Props<Key> = {
  label: string;
  /** Oldest first; `amount` is formatted, `name` says the year too. */
  months: readonly { key: Key; label: string; name: string; value: Cents; amount: string }[];
  /** Wraps a month's amount in what opens it. */
  wrap: (month: Key, amount: string) => ReactNode;
};

/** A few months as bars with their amounts above; a negative one hangs from the line. */
export function MonthBars<Key extends string>({ label, months, wrap }: Props<Key>) {
  const most = Math.max(1, ...months.map(({ value }) => Math.abs(value)));
  return (
    <ol className="month-bars" aria-label={label}>
      {months.map(({ key, label: short, name, value, amount }) => (
        <li key={key} title={`${name}: ${amount}`}>
          <span className="month-amount">{wrap(key, amount)}</span>
          <span className="month-bar" data-negative={value < 0}>
            <span style={{ height: `${(Math.abs(value) / most) * 100}%` }} />
          </span>
          <span className="month-short">{short}</span>
        </li>
      ))}
    </ol>
  );
}
