import type { ComponentProps, ReactNode } from "react";
import { ProgressBar } from "../display/ProgressBar.tsx";
import "./BarList.css";

type BarItem = {
  key: string | number;
  label: string;
  lead?: ReactNode;
  tone: ComponentProps<typeof ProgressBar>["tone"];
  /** Percent of the plan; without one there is no bar. */
  percent?: number;
  amount: ReactNode;
  of?: ReactNode;
  /** Such as "$12.40 left". */
  note?: ReactNode;
};

type Props = {
  label: string;
  items: readonly BarItem[];
  /** The part of the month that is over, in percent; marked on every bar. */
  pace: number | undefined;
};

export function BarList({ label, items, pace }: Props) {
  return (
    <ul className="bar-list" aria-label={label}>
      {items.map((item) => (
        <li key={item.key} data-tone={item.tone}>
          {item.lead}
          <span className="bar-label">{item.label}</span>
          <span className="bar-amount">
            <strong>{item.amount}</strong>
            {item.of && <> of {item.of}</>}
          </span>
          {item.percent !== undefined && (
            <ProgressBar label={item.label} value={item.percent} tone={item.tone} plan pace={pace} />
          )}
          {item.note && <span className="bar-note">{item.note}</span>}
        </li>
      ))}
    </ul>
  );
}
