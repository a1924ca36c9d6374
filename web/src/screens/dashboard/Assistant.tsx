import type { Month } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { budgetTips } from "../../api/tips.ts";
import { useUser } from "../../shell/auth-context.tsx";
import { RouterButton } from "../../shell/links.tsx";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useOpenBudget } from "../../shell/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { Advice } from "./Advice.tsx";
import type { Reads } from "./reads.ts";
import type { Forecasts } from "./use-forecasts.ts";

type Props = Reads & { month: Month; forecasts: Forecasts };

/** Tips are read only where the user wants them and the month has something to say. */
export function Assistant({ categories, transactions, budgets, month, forecasts }: Props) {
  const { aiRecommendations } = useUser();
  const { budget } = useOpenBudget();
  const loaded = transactions.data && budgets.data;
  const hasFigures =
    loaded && transactions.data.length > 0 && budgets.data.some(({ projected }) => projected > 0);
  const tips = useQuery({ ...budgetTips(budget, month), enabled: aiRecommendations && hasFigures === true });
  if (!aiRecommendations) {
    return (
      <AssistantCard
        action={
          <RouterButton to="/settings" variant="quiet" size="small">
            Settings
          </RouterButton>
        }
      >
        <p className="muted">AI budget recommendations are turned off.</p>
      </AssistantCard>
    );
  }
  if (loaded && !hasFigures) {
    return (
      <AssistantCard>
        <p className="muted">Advice appears once this month has a transaction and a budget.</p>
      </AssistantCard>
    );
  }
  return (
    <AssistantCard>
      <QueryResult
        data={
          tips.data &&
          categories.data &&
          budgets.data && { ...tips.data, month, categories: categories.data, budgets: budgets.data }
        }
        from={[categories, transactions, budgets, tips]}
        failed="Failed to load the budget assistant"
        pending={<Skeleton lines={4} />}
      >
        {(advice) => <Advice {...advice} computed={forecasts} />}
      </QueryResult>
    </AssistantCard>
  );
}

function AssistantCard({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <Card title="AI Budget Assistant" action={action}>
      {children}
    </Card>
  );
}
