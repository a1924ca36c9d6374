import { type Subscription, totals } from "@coffer/domain/subscription";
import { useMoney } from "../../shell/money.ts";
import { useToday } from "../../shell/selection.ts";
import { WhyLink } from "../../shell/WhyLink.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";

export function Summary({ subscriptions }: { subscriptions: Subscription[] }) {
  const { money } = useMoney();
  const { monthly, annual, upcoming } = totals(subscriptions, useToday());
  return (
    <div className="stats">
      <StatCard
        label="Monthly Cost"
        value={money(monthly)}
        wrap={(amount) => <WhyLink why="subscriptions">{amount}</WhyLink>}
      />
      <StatCard
        label="Annual Cost"
        value={money(annual)}
        wrap={(amount) => <WhyLink why="annual-subscriptions">{amount}</WhyLink>}
      />
      <StatCard label="Upcoming Payments" value={String(upcoming)} />
    </div>
  );
}
