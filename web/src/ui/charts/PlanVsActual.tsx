import { type Cents, cents } from "@coffer/domain/money/money";
import { type ReactNode, useState } from "react";
import "./chart.css";
import "./PlanVsActual.css";

/** The axis reaches at least one whole unit of the currency. */
const ONE_UNIT = cents(100);

type Bars<Key> = { key: Key; label: string; name: string; plan: Cents; actual: Cents };

type Props<Key> = {
  title: string;
  /** Oldest first. `label` is under the bars, `name` in texts. */
  months: readonly Bars<Key>[];
  format: (amount: Cents) => string;
  /** Wraps a month's bars in a link, whose name is the text. */
  wrap: (month: Key, bars: ReactNode, text: string) => ReactNode;
};

/** The values of the month under the pointer, the finger or the focus are written out; else those of the last. */
export function PlanVsActual<Key extends string>({ title, months, format, wrap }: Props<Key>) {
  const [pointed, setPointed] = useState<Key | null>(null);
  const top = niceCeiling(Math.max(ONE_UNIT, ...months.flatMap((month) => [month.plan, month.actual])));
  // In percent of the width; the rest is for the axis labels, which may reach over the bars.
  const slot = 87 / months.length;
  const bar = Math.min(slot * 0.3, 7);
  // With percentages instead of a viewBox the bars follow the width and the labels do not scale.
  const y = (value: number) => 88 - (Math.max(0, value) / top) * 80;
  const active = months.find(({ key }) => key === pointed) ?? months.at(-1);
  const textOf = ({ name, plan, actual }: Bars<Key>) => `${name}: ${format(actual)} of ${format(plan)}`;
  return (
    <figure className="chart">
      {/* biome-ignore lint/a11y/useSemanticElements: of the group roles only this one is for a drawing. */}
      <svg className="plan-actual" role="group" aria-label={title} onPointerLeave={() => setPointed(null)}>
        {[0, 0.5, 1].map((part) => (
          <line
            key={part}
            className="chart-rule"
            x1="0"
            x2="100%"
            y1={`${y(top * part)}%`}
            y2={`${y(top * part)}%`}
          />
        ))}
        {months.map((month, index) => {
          const middle = slot * (index + 0.5);
          const over = month.actual > month.plan;
          const bars = (
            <>
              <rect className="chart-slot" x={`${slot * index}%`} y="0" width={`${slot}%`} height="100%" />
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
            </>
          );
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the link within acts; this only reads its values out.
            <g
              key={month.key}
              onPointerEnter={() => setPointed(month.key)}
              onFocus={() => setPointed(month.key)}
            >
              {wrap(month.key, bars, textOf(month))}
            </g>
          );
        })}
        {[0.5, 1].map((part) => (
          <text
            key={part}
            className="chart-axis"
            x="100%"
            y={`${y(top * part)}%`}
            dy="-4"
            textAnchor="end"
            aria-hidden
          >
            {format(cents(top * part))}
          </text>
        ))}
      </svg>
      <figcaption className="chart-legend">
        <span data-mark="plan">Planned</span>
        <span data-mark="track">Actual</span>
        <span data-mark="over">Over plan</span>
        {active && <p className="chart-reading">{wrap(active.key, textOf(active), textOf(active))}</p>}
      </figcaption>
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
