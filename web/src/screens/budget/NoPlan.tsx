import type { Category } from "@coffer/domain/category";
import { type Month, monthLabel } from "@coffer/domain/month";
import { useState } from "react";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { PlanMonth } from "./PlanMonth.tsx";

/** Offers to plan a month that nothing is planned in. */
export function NoPlan({ month, categories }: { month: Month; categories: Category[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <div className="no-plan">
        <p>{monthLabel(month)} has no plan yet.</p>
        <Button onClick={() => setOpen(true)}>Plan the month</Button>
      </div>
      {isOpen && <PlanMonth month={month} categories={categories} onClose={() => setOpen(false)} />}
    </Card>
  );
}
