import { Card } from "../../ui/display/Card.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";

export function BudgetSkeleton() {
  return (
    <>
      <Card title="Monthly Overview" flush>
        <div className="stats">
          {["Projected Income", "Actual Income", "Projected Expenses", "Actual Expenses"].map((label) => (
            <StatCard key={label} label={label} value={undefined} />
          ))}
        </div>
      </Card>
      <Card title="Income Categories">
        <Skeleton height="1.5rem" lines={2} />
      </Card>
      <Card title="Expense Categories">
        <Skeleton height="1.5rem" lines={6} />
      </Card>
    </>
  );
}
