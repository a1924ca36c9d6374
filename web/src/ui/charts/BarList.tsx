import type { ReactNode } from "react";
import { ProgressBar } from "../display/ProgressBar.tsx";
import "./BarList.css";

type BarItem = {
  key: string | number;
  label: string;
  lead?: ReactNode;
  /** Percent of the plan. */
  percent: number;
  tone: "on-track" | "over" | "neutral";
  /** Formatted, as `of` is: what was spent, and what was planned. */
  amount: string;
  of: string;
  /** Wraps the amount, in a link for example. */
  wrap?: (amount: ReactNode) => ReactNode;
  /** Such as "$12.40 left". */
  note?: string;
};

type Props = {
  label: string;
  items: readonly BarItem[];
  /** How much of the month is over, in percent; a tick on every bar. */
  pace?: number;
};

export function BarList({ label, items, pace }: Props) {
  return (
    <ul className="bar-list" aria-label={label}>
      {items.map((item) => (
        <li key={item.key} data-tone={item.tone}>
          {item.lead}
          <span className="bar-label">{item.label}</span>
          <span className="bar-amount">
            {item.wrap ? item.wrap(<strong>{item.amount}</strong>) : <strong>{item.amount}</strong>} of{" "}
            {item.of}
          </span>
          <div className="bar-track">
            <ProgressBar label={item.label} value={item.percent} tone={item.tone} />
            {pace !== undefined && <span className="bar-pace" style={{ insetInlineStart: `${pace}%` }} />}
          </div>
          {item.note && <span className="bar-note">{item.note}</span>}
        </li>
      ))}
    </ul>
  );
}
