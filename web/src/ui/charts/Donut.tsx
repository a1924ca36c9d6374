import type { Cents } from "@coffer/domain/money";
import "./chart.css";
import "./Donut.css";

type Slice = {
  key: string | number;
  label: string;
  value: Cents;
  /** A category colour. */
  color: string;
  /** Formatted. */
  amount: string;
};

type Props = {
  title: string;
  slices: readonly Slice[];
  /** Shown in the middle; formatted. */
  total: string;
  totalLabel: string;
};

const GAP = 0.8;

export function Donut({ title, slices, total, totalLabel }: Props) {
  const sum = slices.reduce((all, slice) => all + slice.value, 0) || 1;
  const starts = slices.map((_, index) =>
    slices.slice(0, index).reduce((all, slice) => all + slice.value, 0),
  );
  return (
    <figure className="chart donut">
      <svg viewBox="0 0 100 100" role="img" aria-label={`${title}: ${total} ${totalLabel}`}>
        <circle className="donut-ground" cx="50" cy="50" r="42" />
        {slices.map((slice, index) => {
          const share = (slice.value / sum) * 100;
          return (
            <circle
              key={slice.key}
              data-color={slice.color}
              cx="50"
              cy="50"
              r="42"
              pathLength="100"
              strokeDasharray={`${Math.max(share - (slices.length > 1 ? GAP : 0), 0.2)} 100`}
              strokeDashoffset={-((starts[index] ?? 0) / sum) * 100}
              transform="rotate(-90 50 50)"
            />
          );
        })}
        <text className="donut-total" x="50" y="50" textAnchor="middle">
          {total}
        </text>
        <text className="donut-label" x="50" y="61" textAnchor="middle">
          {totalLabel}
        </text>
      </svg>
      <ul className="donut-legend" aria-label={title}>
        {slices.map((slice) => (
          <li key={slice.key} data-color={slice.color}>
            <span>{slice.label}</span>
            <span>{slice.amount}</span>
            <span className="donut-share">{Math.round((slice.value / sum) * 100)}%</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
