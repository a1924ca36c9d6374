import type { Month } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { budgetTips } from "../../api/tips.ts";
import { useUser } from "../../shell/auth-context.tsx";
import { Loaded } from "../../shell/Loaded.tsx";
import { RouterButton } from "../../shell/links.tsx";
import { useOpenBudget } from "../../shell/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { Advice } from "./Advice.tsx";
import type { Reads } from "./reads.ts";

type Props = Reads & { month: Month };

/** The month in words. Asked for only when it is wanted and there is something to say. */
export function Assistant({ transactions, budgets, month }: Props) {
  const { aiRecommendations } = useUser();
  const { budget } = useOpenBudget();
  const known = transactions.data && budgets.data;
  const worthAsking =
    known && transactions.data.length > 0 && budgets.data.some(({ projected }) => projected > 0);
  const tips = useQuery({ ...budgetTips(budget, month), enabled: aiRecommendations && worthAsking === true });
  if (!aiRecommendations) {
    return (
      <Sheet
        action={
          <RouterButton to="/settings" variant="quiet" size="small">
            Settings
          </RouterButton>
        }
      >
        <p className="muted">AI budget recommendations are turned off.</p>
      </Sheet>
    );
  }
  if (known && !worthAsking) {
    return (
      <Sheet>
        <p className="muted">Advice appears once this month has a transaction and a budget.</p>
      </Sheet>
    );
  }
  return (
    <Sheet>
      <Loaded
        data={tips.data}
        from={[transactions, budgets, tips]}
        failed="Failed to load the budget assistant"
        pending={<Skeleton lines={4} />}
      >
        {(advice) => <Advice {...advice} />}
      </Loaded>
    </Sheet>
  );
}

function Sheet({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <Card title="AI Budget Assistant" action={action}>
      {children}
    </Card>
  );
}
