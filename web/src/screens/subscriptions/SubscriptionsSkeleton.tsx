import { Card } from "../../ui/display/Card.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";

export function SubscriptionsSkeleton() {
  return (
    <>
      <div className="stats">
        <StatCard label="Monthly Cost" value={undefined} />
        <StatCard label="Annual Cost" value={undefined} />
        <StatCard label="Upcoming Payments" value={undefined} />
      </div>
      <Card title="Upcoming Payments (Next 7 Days)">
        <Skeleton height="1.5rem" lines={2} />
      </Card>
      <Card title="All Subscriptions">
        <Skeleton height="1.5rem" lines={6} />
      </Card>
    </>
  );
}
