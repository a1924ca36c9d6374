import type { Overview } from "@coffer/domain/budget/budget";
import { cents } from "@coffer/domain/money/money";
import { type Month, monthLabel, yearOf } from "@coffer/domain/time/month";
import { useState } from "react";
import { useMoney } from "../../format/money.ts";
import { Card } from "../../ui/display/Card.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import "../../ui/charts/chart.css";
import "./PlanVsActual.css";

/** The axis reaches at least one whole unit of the currency. */
const ONE_UNIT = cents(100);
/** In months: a phone has room for their names. */
const ALL_NAMED = 6;

type Bars = Overview & { month: Month };

/** The values of the month under the pointer, the finger or the focus are written out; else those of the last. */
export function PlanVsActual({ months }: { months: readonly Bars[] }) {
  const { whole } = useMoney();
  const [pointed, setPointed] = useState<Month | null>(null);
  const amounts = months.flatMap((one) => [one.projectedExpenses, one.actualExpenses]);
  const top = niceCeiling(Math.max(ONE_UNIT, ...amounts));
  // In percent of the width; the rest is for the axis labels, which may reach over the bars.
  const slot = 87 / months.length;
  const bar = Math.min(slot * 0.3, 7);
  // With percentages instead of a viewBox the bars follow the width and the labels do not scale.
  const y = (value: number) => 88 - (Math.max(0, value) / top) * 80;
  const heightOf = (part: number) => `${y(top * part)}%`;
  const active = months.find(({ month }) => month === pointed) ?? months.at(-1);
  const nameOf = (month: Month) => monthLabel(month).slice(0, 3);
  const textOf = ({ month, projectedExpenses, actualExpenses }: Bars) =>
    `${nameOf(month)} ${yearOf(month)}: ${whole(actualExpenses)} of ${whole(projectedExpenses)}`;
  return (
    <Card title="Plan against actual">
      <figure className="chart">
        {/* biome-ignore lint/a11y/useSemanticElements: of the group roles only this one is for a drawing. */}
        <svg
          className="plan-actual"
          role="group"
          aria-label="Planned and actual expenses by month"
          onPointerLeave={() => setPointed(null)}
        >
          {[0, 0.5, 1].map(heightOf).map((height) => (
            <line key={height} className="chart-rule" x1="0" x2="100%" y1={height} y2={height} />
          ))}
          {months.map((bars, index) => {
            const { month, projectedExpenses: plan, actualExpenses: actual } = bars;
            const tone = actual > plan ? "chart-over" : "chart-track";
            const start = slot * index;
            const middle = slot * (index + 0.5);
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the link within acts; this only reads its values out.
              <g key={month} onPointerEnter={() => setPointed(month)} onFocus={() => setPointed(month)}>
                <WhyLink of="Expenses" why="expenses" month={month} text={textOf(bars)}>
                  <rect className="chart-slot" x={`${start}%`} y="0" width={`${slot}%`} height="100%" />
                  <Bar className="chart-plan" x={middle - bar - 0.3} width={bar} y={y(plan)} />
                  <Bar className={tone} x={middle + 0.3} width={bar} y={y(actual)} />
                  {/* Every second one where they are many and the chart is narrow, from the last on. */}
                  <text
                    className="chart-axis"
                    data-spare={months.length > ALL_NAMED && (months.length - 1 - index) % 2 === 1}
                    x={`${middle}%`}
                    y="98%"
                    textAnchor="middle"
                  >
                    {nameOf(month)}
                  </text>
                </WhyLink>
              </g>
            );
          })}
          <g className="chart-axis" textAnchor="end" aria-hidden>
            {[0.5, 1].map((part) => (
              <text key={part} x="100%" y={heightOf(part)} dy="-4">
                {whole(cents(top * part))}
              </text>
            ))}
          </g>
        </svg>
        <figcaption className="chart-legend">
          <span data-mark="plan">Planned</span>
          <span data-mark="track">Actual</span>
          <span data-mark="over">Over plan</span>
          {active && (
            <p className="chart-reading">
              <WhyLink of="Expenses" why="expenses" month={active.month} text={textOf(active)} />
            </p>
          )}
        </figcaption>
      </figure>
    </Card>
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
