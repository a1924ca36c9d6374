import type { tipsReply } from "@coffer/contract/tips";
import { overview } from "@coffer/domain/budget/budget";
import type { Forecast } from "@coffer/domain/budget/forecast";
import type { WhyTarget } from "@coffer/domain/link/links";
import { cents, minus } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import type { TipSubject } from "@coffer/domain/tips/tips";
import { useState } from "react";
import type { InferOutput } from "valibot";
import { useMoney } from "../../format/money.ts";
import { serverText } from "../../format/server-text.ts";
import { Button } from "../../ui/base/Button.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { Amounts } from "../../why/WhyLink.tsx";
import { ForecastTable } from "./ForecastTable.tsx";
import type { Loaded } from "./reads.ts";
import "./Advice.css";

const WORDED = {
  model: "Computed by Coffer from your figures, worded by an AI model.",
  templates: "Computed and worded by Coffer from your figures.",
};

type Props = InferOutput<typeof tipsReply> & Loaded & { computed: Forecast[] };

/** On phones the summary, and the rest when it is wanted. */
export function Advice({ summary, tips, about, forecasts, source, computed, ...loaded }: Props) {
  const isDesktop = useIsDesktop();
  const [isOpen, setOpen] = useState(false);
  const { currency } = useMoney();
  const opens = useSummaryAmounts(loaded);
  const isShown = isDesktop || isOpen;
  return (
    <div className="advice">
      <p className="advice-summary">
        <Amounts text={serverText(summary, currency)} opens={opens} tabIndex={-1} />
      </p>
      {!isDesktop && (
        <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : `Show ${pluralize(tips.length, "tip")} and the forecasts`}
        </Button>
      )}
      {isShown && tips.length > 0 && (
        <section>
          <h3>Tips</h3>
          <ul className="advice-tips">
            {tips.map((tip, index) => (
              <li key={tip}>
                <Amounts
                  text={serverText(tip, currency)}
                  opens={() => opensSubject(about[index] ?? "left")}
                  tabIndex={-1}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {isShown && forecasts.length > 0 && (
        <section className="advice-forecasts">
          <h3>Forecasts</h3>
          <ForecastTable forecasts={forecasts} computed={computed} month={loaded.month} />
        </section>
      )}
      {isShown && <p className="advice-source">{WORDED[source]}</p>}
    </div>
  );
}

function opensSubject(subject: TipSubject): WhyTarget {
  if (subject === "subscriptions") return "payments-due";
  return subject === "goals" ? "goals-behind" : subject;
}

/** The summary is about the month: what was spent, what was planned, and what is or will be left of it. */
function useSummaryAmounts({ categories, budgets }: Loaded) {
  const { money } = useMoney();
  const { actualExpenses, projectedExpenses } = overview(categories, budgets);
  const left = cents(Math.abs(minus(projectedExpenses, actualExpenses)));
  const known = new Map<string, WhyTarget>([
    [money(left), "left"],
    [money(projectedExpenses), "budget"],
    [money(actualExpenses), "expenses"],
  ]);
  return (amount: string): WhyTarget => known.get(amount) ?? "forecast";
}
