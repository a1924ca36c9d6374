import type { ReactNode } from "react";
import { ProgressBar } from "../display/ProgressBar.tsx";
import "./BarList.css";

type BarItem = {
  key: string | number;
  label: string;
  /** A CategoryBadge. */
  lead?: ReactNode;
  /** Percent of the plan; drawn up to 100. */
  percent: number;
  tone: "on-track" | "over" | "neutral";
  /** Formatted: what was spent, and of how much. */
  amount: string;
  of: string;
  /** "12.40 left", "Over by 30.00". */
  note?: string;
};

type Props = {
  label: string;
  items: readonly BarItem[];
  /** How much of the month is gone, in percent: a tick on every bar. */
  pace?: number;
};

/** The month's budget: one bar a category. */
export function BarList({ label, items, pace }: Props) {
  return (
    <ul className="bar-list" aria-label={label}>
      {items.map((item) => (
        <li key={item.key} data-tone={item.tone}>
          {item.lead}
          <span className="bar-label">{item.label}</span>
          <span className="bar-amount">
            <strong>{item.amount}</strong> of {item.of}
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
