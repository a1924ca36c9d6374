import type { Cents } from "@coffer/domain/money/money";
import { type ReactNode, useState } from "react";
import "./chart.css";
import "./Donut.css";

type Slice<Key> = {
  key: Key;
  label: string;
  value: Cents;
  /** A category colour. */
  color: string;
  /** Formatted. */
  amount: string;
};

type Props<Key> = {
  title: string;
  slices: readonly Slice<Key>[];
  /** Shown in the middle; formatted. */
  total: string;
  totalLabel: string;
  /** Wraps the amount of a slice, or of all of them, in what opens it. */
  wrap: (slice: Key | "all", amount: string) => ReactNode;
};

const GAP = 0.8;

/** The middle shows the slice under the pointer, the finger or the focus; else the total. */
export function Donut<Key extends string | number>({ title, slices, total, totalLabel, wrap }: Props<Key>) {
  const [pointed, setPointed] = useState<Key | null>(null);
  const sum = slices.reduce((all, slice) => all + slice.value, 0) || 1;
  const starts = slices.map((_, index) =>
    slices.slice(0, index).reduce((all, slice) => all + slice.value, 0),
  );
  const active = slices.find(({ key }) => key === pointed);
  const amount = active?.amount ?? total;
  const pointable = (key: Key) => ({
    onPointerEnter: () => setPointed(key),
    onPointerLeave: () => setPointed(null),
  });
  return (
    <figure className="chart donut">
      <div className="donut-ring">
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <circle className="donut-ground" cx="50" cy="50" r="42" />
          {slices.map((slice, index) => {
            const share = (slice.value / sum) * 100;
            return (
              <circle
                key={slice.key}
                data-color={slice.color}
                data-active={slice === active}
                cx="50"
                cy="50"
                r="42"
                pathLength="100"
                strokeDasharray={`${Math.max(share - (slices.length > 1 ? GAP : 0), 0.2)} 100`}
                strokeDashoffset={-((starts[index] ?? 0) / sum) * 100}
                transform="rotate(-90 50 50)"
                {...pointable(slice.key)}
              />
            );
          })}
        </svg>
        <p className="donut-middle">
          <span className="donut-total" style={{ "--chars": amount.length }}>
            {wrap(active?.key ?? "all", amount)}
          </span>
          <span className="donut-label">{active?.label ?? totalLabel}</span>
        </p>
      </div>
      <ul className="donut-legend" aria-label={title}>
        {slices.map((slice) => (
          <li
            key={slice.key}
            data-color={slice.color}
            onFocus={() => setPointed(slice.key)}
            onBlur={() => setPointed(null)}
            {...pointable(slice.key)}
          >
            <span>{slice.label}</span>
            <span>{wrap(slice.key, slice.amount)}</span>
            <span className="donut-share">{Math.round((slice.value / sum) * 100)}%</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
