import { behindBy, neededPerMonth, remaining } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { minus, plus } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { monthOfDay } from "@coffer/domain/time/month";
import { today as dayOf } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { goalContributions, goalList } from "../../api/goals.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { EnteredBy, usePeople } from "../../people/people.tsx";
import { useOpenLedger, useToday, useUser } from "../../selection/selection.ts";
import { GoalBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyResult, WhySum } from "../../why/WhySum.tsx";

export function GoalWhy({ id }: { id: Id }) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const { timeZone } = useUser();
  const today = useToday();
  const { enteredBy } = usePeople();
  const goals = useQuery(goalList(ledgerId));
  const contributions = useQuery(goalContributions(ledgerId, id));
  return (
    <WhyResult queries={{ goals, contributions }}>
      {(data) => {
        const goal = data.goals.find((one) => one.id === id);
        if (!goal) return <EmptyState illustration="goals" title="This goal is not there any more" />;
        const dates = data.contributions.map(({ at }) => dayOf(at, timeZone));
        const format = dayFormatter(dates, today, locale);
        const rows = data.contributions.map((row) => ({
          key: row.id,
          name: (
            <>
              {row.amount < 0 ? "Withdrawal" : "Contribution"}
              <EnteredBy person={enteredBy(row.createdBy)} />
            </>
          ),
          note: format(dayOf(row.at, timeZone)),
          amount: row.amount,
        }));
        const before = rows.reduce((left, { amount }) => minus(left, amount), goal.currentAmount);
        const monthly = neededPerMonth(goal, monthOfDay(today));
        return (
          <WhySum
            amount={goal.currentAmount}
            from={`of ${money(goal.targetAmount)}`}
            facts={[
              ["Remaining", money(remaining(goal))],
              monthly > 0 && ["Needed per month", money(monthly)],
            ]}
            none="No contributions yet."
            rows={before === 0 ? rows : [...rows, { key: "before", name: "Before these", amount: before }]}
          />
        );
      }}
    </WhyResult>
  );
}

export function GoalsBehindWhy() {
  const { money } = useMoney();
  const today = useToday();
  const goals = useQuery(goalList(useOpenLedger().ledgerId));
  return (
    <WhyResult queries={{ goals }}>
      {(data) => {
        const rows = data.goals
          .map((goal) => ({
            key: goal.id,
            lead: <GoalBadge icon={goal.icon} color={goal.color} size="small" />,
            name: goal.name,
            note: `${money(goal.currentAmount)} of the ${money(plus(goal.currentAmount, behindBy(goal, today)))} due by now`,
            amount: behindBy(goal, today),
          }))
          .filter(({ amount }) => amount > 0);
        const count = pluralize(rows.length, "goal");
        return <WhySum from={`behind schedule in ${count}`} none="No goal is behind schedule." rows={rows} />;
      }}
    </WhyResult>
  );
}
