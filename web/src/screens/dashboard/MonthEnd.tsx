import { keptToPlan } from "@coffer/domain/budget/dashboard";
import { type Goal, progressPercent } from "@coffer/domain/goal/goal";
import { monthName, monthOfDay, nextMonth } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { goalList } from "../../api/goals.ts";
import { useMoney } from "../../format/money.ts";
import { PlanLink } from "../../links/PlanLink.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import type { Loaded } from "./reads.ts";

export function MonthEnd({ month, categories, budgets }: Loaded) {
  const { ledgerId, can } = useOpenLedger();
  const { money } = useMoney();
  const today = useToday();
  const goals = useQuery({ ...goalList(ledgerId), meta: {} });
  const { planned, kept, best } = keptToPlan(categories, budgets);
  if (planned === 0) return null;
  const next = nextMonth(month);
  const percentOf = (goal: Goal) => progressPercent(goal.currentAmount, goal.targetAmount);
  const nearest = goals.data
    ?.filter(({ status }) => status === "in-progress")
    .toSorted((a, b) => percentOf(b) - percentOf(a))[0];
  const plan = can("categories") && next >= monthOfDay(today) && (
    <PlanLink month={next} variant="primary" size="small" />
  );
  const left = best && (
    <WhyLink
      of={`${best.category.name} left`}
      why={`difference-${best.category.id}`}
      text={money(best.left)}
    />
  );
  const saved = nearest && (
    <>
      {nearest.name},{" "}
      <WhyLink
        of={`${nearest.name} current`}
        why={`goal-${nearest.id}`}
        text={money(nearest.currentAmount)}
      />
    </>
  );
  return (
    <Card title={`How ${monthName(month)} went`} flush action={plan}>
      <div className="stats month-end">
        <StatCard
          label="Kept to plan"
          value={`${kept} of ${planned}`}
          tone={kept === planned ? "on-track" : "neutral"}
          icon={kept === planned ? "check" : undefined}
          note="categories"
        />
        {best && (
          <StatCard label="Best category" value={best.category.name} note={<>{left} of its plan left</>} />
        )}
        {nearest && <StatCard label="Nearest goal" value={`${percentOf(nearest)}%`} note={saved} />}
      </div>
    </Card>
  );
}
