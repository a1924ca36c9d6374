import { type Month, monthLabel } from "@coffer/domain/time/month";
import { PlanLink } from "../../links/PlanLink.tsx";
import { Card } from "../../ui/display/Card.tsx";
import "./NoPlan.css";

export function NoPlan({ month }: { month: Month }) {
  return (
    <Card>
      <div className="no-plan">
        <p>{monthLabel(month)} has no plan yet.</p>
        <PlanLink>Plan the month</PlanLink>
      </div>
    </Card>
  );
}
