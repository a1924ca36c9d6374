import { expectedOrPlanned, type Forecast } from "@coffer/domain/budget/forecast";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, cents, minus, sum } from "@coffer/domain/money/money";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { useMoney } from "../../format/money.ts";
import { serverText } from "../../format/server-text.ts";
import { useToday } from "../../selection/selection.ts";
import { Amounts, WhyLink } from "../../why/WhyLink.tsx";
import { useFolded } from "./use-folded.tsx";

/** The number shown at once: those that differ from their plan, furthest over it first. */
const SHOWN = 4;

type Props = {
  forecasts: readonly { category: string; forecast: string; categoryId: number }[];
  computed: readonly Forecast[];
  month: Month;
};

export function ForecastTable({ forecasts, computed, month }: Props) {
  const { whole, currency } = useMoney();
  const isPast = month < monthOfDay(useToday());
  const all = forecasts.map((worded) => {
    const figures = computed.find(({ categoryId }) => categoryId === worded.categoryId);
    return { ...worded, figures, differs: figures?.expected && figures.expected.amount !== figures.budget };
  });
  const differing = all.filter(({ differs }) => differs);
  const rows = [...differing, ...all.filter(({ differs }) => !differs)];
  const known = rows.flatMap(({ figures }) => (figures ? [figures] : []));
  const total = sum(known.map(expectedOrPlanned));
  const planned = sum(known.map(({ budget }) => budget));
  const { shown, more } = useFolded(rows, Math.min(SHOWN, differing.length || SHOWN));
  return (
    <>
      <table className="forecasts">
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">{isPast ? "Ended at" : "Likely end"}</th>
            <th scope="col">Against plan</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ categoryId, category, forecast, figures }) => (
            <tr key={categoryId}>
              <th scope="row">
                <details>
                  <summary>{category}</summary>
                  <p>
                    <Amounts text={serverText(forecast, currency)} opens={() => `forecast-${categoryId}`} />
                  </p>
                </details>
              </th>
              {figures?.expected ? (
                <>
                  <td>
                    <WhyLink why={`forecast-${categoryId}`} tabIndex={-1}>
                      {whole(figures.expected.amount)}
                    </WhyLink>
                  </td>
                  <Against {...figures} amount={figures.expected.amount} why={`plan-${categoryId}`} />
                </>
              ) : (
                <td colSpan={2} className="muted">
                  No history yet
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {known.length > 0 && (
          <tfoot>
            <tr>
              <th scope="row">All</th>
              <td>
                <WhyLink why="forecast">{whole(total)}</WhyLink>
              </td>
              <Against budget={planned} amount={total} why="forecast" />
            </tr>
          </tfoot>
        )}
      </table>
      {more}
    </>
  );
}

function Against({ budget, amount, why }: { budget: Cents; amount: Cents; why: WhyTarget }) {
  const { whole } = useMoney();
  if (budget === 0) return <td className="muted">No plan</td>;
  const left = minus(budget, amount);
  const text = left === 0 ? "As planned" : `${whole(cents(Math.abs(left)))} ${left < 0 ? "over" : "under"}`;
  return (
    <td data-over={left < 0}>
      <WhyLink why={why} tabIndex={-1}>
        {text}
      </WhyLink>
    </td>
  );
}
