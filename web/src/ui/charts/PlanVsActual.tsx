import { type Cents, cents } from "@coffer/domain/money";
import { ChartTable } from "./ChartTable.tsx";
import "./chart.css";
import "./PlanVsActual.css";

/** The axis reaches at least one whole unit of the currency. */
const ONE_UNIT = cents(100);

type Props = {
  title: string;
  months: readonly { key: string; label: string; plan: Cents; actual: Cents }[];
  format: (amount: Cents) => string;
};

export function PlanVsActual({ title, months, format }: Props) {
  const top = niceCeiling(Math.max(ONE_UNIT, ...months.flatMap((month) => [month.plan, month.actual])));
  // In percent of the width; the last tenth is for the axis labels.
  const slot = 90 / months.length;
  const bar = Math.min(slot * 0.3, 7);
  // With percentages instead of a viewBox the bars follow the width and the labels keep their size.
  const y = (value: number) => 88 - (value / top) * 80;
  return (
    <figure className="chart">
      <svg className="plan-actual" aria-hidden="true">
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line className="chart-rule" x1="0" x2="100%" y1={`${y(top * part)}%`} y2={`${y(top * part)}%`} />
            <text className="chart-axis" x="100%" y={`${y(top * part)}%`} dy="-4" textAnchor="end">
              {part > 0 && format(cents(top * part))}
            </text>
          </g>
        ))}
        {months.map((month, index) => {
          const middle = slot * (index + 0.5);
          const over = month.actual > month.plan;
          return (
            <g key={month.key}>
              <title>{`${month.label}: ${format(month.actual)} of ${format(month.plan)}`}</title>
              <Bar className="chart-plan" x={middle - bar - 0.3} width={bar} y={y(month.plan)} />
              <Bar
                className={over ? "chart-over" : "chart-track"}
                x={middle + 0.3}
                width={bar}
                y={y(month.actual)}
              />
              <text className="chart-axis" x={`${middle}%`} y="98%" textAnchor="middle">
                {month.label}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="chart-legend">
        <span data-mark="plan">Planned</span>
        <span data-mark="track">Actual</span>
        <span data-mark="over">Over plan</span>
      </figcaption>
      <ChartTable
        caption={title}
        head={["Month", "Planned", "Actual"]}
        rows={months.map((month) => [month.label, format(month.plan), format(month.actual)])}
      />
    </figure>
  );
}

function Bar({ className, x, y, width }: { className: string; x: number; y: number; width: number }) {
  return (
    <rect className={className} x={`${x}%`} y={`${y}%`} width={`${width}%`} height={`${88 - y}%`} rx="2" />
  );
}

/** The next 1, 2, 2.5 or 5 times a power of ten. */
function niceCeiling(value: number) {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 5].find((step) => step * power >= value) ?? 10) * power;
}
