import type { tipsReply } from "@coffer/contract/tips";
import { overview } from "@coffer/domain/budget/budget";
import type { Forecast } from "@coffer/domain/budget/forecast";
import type { WhyTarget } from "@coffer/domain/link/links";
import { cents, minus } from "@coffer/domain/money/money";
import { serverText } from "@coffer/domain/text/server-text";
import { monthLabel, monthOfDay } from "@coffer/domain/time/month";
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
import { Amounts, type Named } from "../../why/WhyLink.tsx";
import { PlanFirst, RecordFirst } from "./FirstSteps.tsx";
import { ForecastTable } from "./ForecastTable.tsx";
import type { Loaded, Reads } from "./reads.ts";
import "./Assistant.css";

/** Tips are read only if the user wants them and the month has something to say. */
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
  // The summary is about the month: what was spent, what was planned, and what is or will be left of it.
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
