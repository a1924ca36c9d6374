import { monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { budgetTips } from "../../api/tips.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { useUser } from "../../session/auth-context.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { Advice } from "./Advice.tsx";
import { PlanFirst, RecordFirst } from "./FirstSteps.tsx";
import type { Reads } from "./reads.ts";

/** Tips are read only where the user wants them and the month has something to say. */
export function Assistant({ categories, transactions, budgets, month, forecasts }: Reads) {
  const { aiRecommendations } = useUser();
  const { ledgerId } = useOpenLedger();
  const current = monthOfDay(useToday());
  const [rows, plans] = [transactions.data, budgets.data];
  const hasFigures = rows && plans && rows.length > 0 && plans.some(({ projected }) => projected > 0);
  const tips = useQuery({
    ...budgetTips(ledgerId, month),
    enabled: aiRecommendations && hasFigures === true,
  });
  const settings = (
    <RouterButton to="/settings" hash="appearance" variant="quiet" size="small">
      Settings
    </RouterButton>
  );
  return (
    <Card
      title="AI Budget Assistant"
      over={month === current ? "This month" : monthLabel(month)}
      action={!aiRecommendations && settings}
    >
      {!aiRecommendations ? (
        <p className="muted">AI budget recommendations are turned off.</p>
      ) : hasFigures === false ? (
        <div className="split">
          <p className="muted">Advice appears once this month has a transaction and a budget.</p>
          {rows?.length === 0 ? <RecordFirst /> : <PlanFirst categories={categories.data ?? []} />}
        </div>
      ) : (
        <QueryResult
          queries={{ categories, transactions, budgets, tips }}
          failed="Failed to load the budget assistant"
          lines={4}
        >
          {(data) => <Advice {...data} {...data.tips} month={month} computed={forecasts.data ?? []} />}
        </QueryResult>
      )}
    </Card>
  );
}
