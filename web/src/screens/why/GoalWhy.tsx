import {
  behindBy,
  type Contribution,
  expectedBy,
  type Goal,
  neededPerMonth,
  remaining,
} from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { minus } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { monthOfDay } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { goalContributions, goalList } from "../../api/goals.ts";
import { useMoney } from "../../format/money.ts";
import { EnteredBy } from "../../people/EnteredBy.tsx";
import { usePeople } from "../../people/use-people.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { useUser } from "../../session/auth-context.tsx";
import { GoalBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyResult, WhySum } from "../../why/WhySum.tsx";

/** A goal's amount, from its contributions, beside its target. */
export function GoalWhy({ id }: { id: Id }) {
  const { ledgerId } = useOpenLedger();
  const goals = useQuery(goalList(ledgerId));
  const contributions = useQuery(goalContributions(ledgerId, id));
  return (
    <WhyResult queries={{ goals, contributions }}>
      {(data) => {
        const goal = data.goals.find((one) => one.id === id);
        return goal ? (
          <GoalSummary goal={goal} rows={data.contributions} />
        ) : (
          <EmptyState illustration="goals" title="This goal is not there any more" />
        );
      }}
    </WhyResult>
  );
}

function GoalSummary({ goal, rows }: { goal: Goal; rows: Omit<Contribution, "goalId">[] }) {
  const { money } = useMoney();
  const { timeZone } = useUser();
  const day = useToday();
  const { enteredBy } = usePeople();
  const dateOf = ({ at }: Pick<Contribution, "at">) => today(at, timeZone);
  const format = dayFormatter(rows.map(dateOf), day);
  const listed = rows.map((row) => ({
    key: row.id,
    name: (
      <>
        {row.amount < 0 ? "Withdrawal" : "Contribution"}
        <EnteredBy person={enteredBy(row.createdBy)} />
      </>
    ),
    note: format(dateOf(row)),
    amount: row.amount,
  }));
  const recorded = rows.reduce((left, { amount }) => minus(left, amount), goal.currentAmount);
  const monthly = neededPerMonth(goal, monthOfDay(day));
  return (
    <WhySum
      amount={goal.currentAmount}
      from={`of ${money(goal.targetAmount)}`}
      facts={[["Remaining", money(remaining(goal))], monthly > 0 && ["Needed per month", money(monthly)]]}
      none="No contributions yet."
      rows={recorded === 0 ? listed : [...listed, { key: "before", name: "Before these", amount: recorded }]}
    />
  );
}

/** By how much each goal is behind an even pace to its target. */
export function GoalsBehindWhy() {
  const { money } = useMoney();
  const day = useToday();
  const goals = useQuery(goalList(useOpenLedger().ledgerId));
  return (
    <WhyResult queries={{ goals }}>
      {(data) => {
        const rows = data.goals
          .map((goal) => ({
            key: goal.id,
            lead: <GoalBadge icon={goal.icon} color={goal.color} size="small" />,
            name: goal.name,
            note: `${money(goal.currentAmount)} of the ${money(expectedBy(goal, day))} due by today`,
            amount: behindBy(goal, day),
          }))
          .filter(({ amount }) => amount > 0);
        return (
          <WhySum
            from={`behind schedule in ${pluralize(rows.length, "goal")}`}
            none="No goal is behind schedule."
            rows={rows}
          />
        );
      }}
    </WhyResult>
  );
}
