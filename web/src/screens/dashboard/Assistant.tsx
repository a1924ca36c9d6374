import type { tipsReply } from "@coffer/contract/figures";
import { overview } from "@coffer/domain/budget/budget";
import { expectedOrPlanned, type Forecast } from "@coffer/domain/budget/forecast";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, cents, minus, sum } from "@coffer/domain/money/money";
import { serverText } from "@coffer/domain/text/server-text";
import { type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import type { TipSubject } from "@coffer/domain/tips/tips";
import { useQuery } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { budgetTips } from "../../api/figures.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useToday, useUser } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { Amounts, type Named, WhyLink } from "../../why/WhyLink.tsx";
import { PlanFirst, RecordFirst } from "./FirstSteps.tsx";
import { useFolded } from "./Progress.tsx";
import type { Loaded, Reads } from "./reads.ts";
import "./Assistant.css";
import "./ForecastTable.css";

/** Reads tips only if the user wants them and the month has a plan and transactions. */
export function Assistant({ categories, transactions, budgets, month, forecasts }: Reads) {
  const { aiRecommendations } = useUser();
  const { ledgerId } = useOpenLedger();
  const over = month === monthOfDay(useToday()) ? "This month" : monthLabel(month);
  const [rows, plans] = [transactions.data, budgets.data];
  const hasFigures = rows && plans && rows.length > 0 && plans.some(({ projected }) => projected > 0);
  const tips = useQuery({
    ...budgetTips(ledgerId, month),
    enabled: aiRecommendations && hasFigures === true,
  });
  const queries = { categories, transactions, budgets, tips };
  const settings = (
    <RouterButton to="/settings" hash="preferences" variant="quiet" size="small">
      Settings
    </RouterButton>
  );
  return (
    <Card title="AI Budget Assistant" over={over} action={!aiRecommendations && settings}>
      {!aiRecommendations ? (
        <p className="muted">AI budget recommendations are turned off.</p>
      ) : hasFigures === false ? (
        <div className="split">
          <p className="muted">Advice appears once this month has a transaction and a budget.</p>
          {rows?.length === 0 ? <RecordFirst /> : <PlanFirst categories={categories.data ?? []} />}
        </div>
      ) : (
        <QueryResult queries={queries} failed="Failed to load the budget assistant" lines={4}>
          {(data) => <Advice {...data} {...data.tips} month={month} computed={forecasts.data ?? []} />}
        </QueryResult>
      )}
    </Card>
  );
}

const WORDED = {
  model: "Computed by Coffer from your figures, worded by an AI model.",
  templates: "Computed and worded by Coffer from your figures.",
};

type AdviceProps = InferOutput<typeof tipsReply> & Loaded & { computed: Forecast[] };

function Advice({ summary, tips, about, forecasts, source, ...known }: AdviceProps) {
  const { currency, money } = useMoney();
  const { actualExpenses, projectedExpenses } = overview(known.categories, known.budgets);
  const left = cents(Math.abs(minus(projectedExpenses, actualExpenses)));
  // The summary's amounts are what was spent, planned or is left; any other one is a forecast.
  const summaryAmounts = new Map<string, Named>([
    [money(left), { why: "left", of: "Left of the plan" }],
    [money(projectedExpenses), { why: "budget", of: "Planned expenses" }],
    [money(actualExpenses), { why: "expenses", of: "Spent" }],
  ]);
  const opens = (amount: string): Named =>
    summaryAmounts.get(amount) ?? { why: "forecast", of: "Forecast of the month" };
  return (
    <div className="advice">
      <p className="advice-summary">
        <Amounts text={serverText(summary, currency, locale)} opens={opens} tabIndex={-1} />
      </p>
      {tips.length > 0 && (
        <section>
          <h3>Tips</h3>
          <ul className="advice-tips">
            {tips.map((tip, index) => (
              <li key={tip}>
                <Amounts
                  text={serverText(tip, currency, locale)}
                  opens={() => ({ why: opensSubject(about[index] ?? "left"), of: "Tip" })}
                  tabIndex={-1}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {forecasts.length > 0 && (
        <section className="advice-forecasts">
          <h3>Forecasts</h3>
          <ForecastTable forecasts={forecasts} computed={known.computed} month={known.month} />
        </section>
      )}
      <p className="advice-source">{WORDED[source]}</p>
    </div>
  );
}

function opensSubject(subject: TipSubject): WhyTarget {
  if (subject === "subscriptions") return "payments-due";
  return subject === "goals" ? "goals-behind" : subject;
}

/** The number of forecasts before "Show all". */
const SHOWN = 15;

type Props = {
  forecasts: readonly { category: string; forecast: string; categoryId: number }[];
  computed: readonly Forecast[];
  month: Month;
};

/** Categories that differ from their plan come first. */
function ForecastTable({ forecasts, computed, month }: Props) {
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
  const { shown, more } = useFolded(rows, SHOWN);
  return (
    <>
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
          {shown.map(({ categoryId, category, forecast, figures }) => (
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
      {more}
    </>
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
