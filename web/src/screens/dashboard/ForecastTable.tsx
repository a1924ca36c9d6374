import { expectedOrPlanned, type Forecast } from "@coffer/domain/budget/forecast";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, cents, minus, sum } from "@coffer/domain/money/money";
import { serverText } from "@coffer/domain/text/server-text";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useToday } from "../../selection/selection.ts";
import { Amounts, WhyLink } from "../../why/WhyLink.tsx";
import "./ForecastTable.css";

type Props = {
  forecasts: readonly { category: string; forecast: string; categoryId: number }[];
  computed: readonly Forecast[];
  month: Month;
};

/** Categories that differ from their plan come first, the furthest over it at the top. */
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
  return (
    <table className="forecasts">
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col">Forecast</th>
          <th scope="col">{isPast ? "Ended at" : "Likely end"}</th>
          <th scope="col">Against plan</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ categoryId, category, forecast, figures }) => (
          <tr key={categoryId}>
            <th scope="row">{category}</th>
            <td className="forecast-text">
              <Amounts
                text={serverText(forecast, currency, locale)}
                opens={() => ({ why: `forecast-${categoryId}`, of: `${category} forecast` })}
                tabIndex={-1}
              />
            </td>
            {figures?.expected ? (
              <>
                <td>
                  <WhyLink
                    of={`${category} likely end`}
                    why={`forecast-${categoryId}`}
                    text={whole(figures.expected.amount)}
                  />
                </td>
                <Against
                  {...figures}
                  of={`${category} against plan`}
                  amount={figures.expected.amount}
                  why={`plan-${categoryId}`}
                />
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
            <th scope="row" colSpan={2}>
              All
            </th>
            <td>
              <WhyLink of="All categories likely end" why="forecast" text={whole(total)} />
            </td>
            <Against of="All categories against plan" budget={planned} amount={total} why="forecast" />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type AgainstProps = { of: string; budget: Cents; amount: Cents; why: WhyTarget };

function Against({ of, budget, amount, why }: AgainstProps) {
  const { whole } = useMoney();
  if (budget === 0) return <td className="muted">No plan</td>;
  const left = minus(budget, amount);
  const text = left === 0 ? "As planned" : `${whole(cents(Math.abs(left)))} ${left < 0 ? "over" : "under"}`;
  return (
    <td data-over={left < 0}>
      <WhyLink of={of} why={why} text={text} tabIndex={-1} />
    </td>
  );
}
