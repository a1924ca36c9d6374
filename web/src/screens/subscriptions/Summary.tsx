import { type Subscription, totals } from "@coffer/domain/subscription";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { StatCard } from "../../ui/display/StatCard.tsx";

export function Summary({ subscriptions }: { subscriptions: Subscription[] }) {
  const { money } = useMoney();
  const { monthly, annual, upcoming } = totals(subscriptions, useToday());
  return (
    <div className="stats">
      <StatCard label="Monthly Cost" value={money(monthly)} />
      <StatCard label="Annual Cost" value={money(annual)} />
      <StatCard label="Upcoming Payments" value={String(upcoming)} />
    </div>
  );
}
