import { type Subscription, totals } from "@coffer/domain/subscription";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { linkTo } from "../../shell/WhyLink.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";

export function Summary({ subscriptions }: { subscriptions: Subscription[] }) {
  const { money } = useMoney();
  const { monthly, annual, upcoming } = totals(subscriptions, useToday());
  return (
    <div className="stats">
      <StatCard label="Monthly Cost" value={money(monthly)} wrap={linkTo("subscriptions")} />
      <StatCard label="Annual Cost" value={money(annual)} wrap={linkTo("annual-subscriptions")} />
      <StatCard label="Upcoming Payments" value={String(upcoming)} />
    </div>
  );
}
