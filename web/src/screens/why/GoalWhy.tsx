import { dayFormatter } from "@coffer/domain/day";
import { type Contribution, type Goal, neededPerMonth, remaining } from "@coffer/domain/goal";
import type { Id } from "@coffer/domain/id";
import { minus } from "@coffer/domain/money";
import { today } from "@coffer/domain/timezone";
import { useQuery } from "@tanstack/react-query";
import { goalContributions, goalList } from "../../api/goals.ts";
import { EnteredBy } from "../../people/EnteredBy.tsx";
import { usePeople } from "../../people/use-people.ts";
import { useUser } from "../../shell/auth-context.tsx";
import { useMoney } from "../../shell/money.ts";
import { useOpenBudget, useToday } from "../../shell/selection.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyFacts } from "../../why/WhyFacts.tsx";
import { WhyList } from "../../why/WhyList.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";

/** What a goal has, from its contributions, beside its target. */
export function GoalWhy({ id }: { id: Id }) {
  const { budget } = useOpenBudget();
  const goals = useQuery(goalList(budget));
  const contributions = useQuery(goalContributions(budget, id));
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
  const monthly = neededPerMonth(goal, day);
  return (
    <>
      <WhyFacts
        amount={money(goal.currentAmount)}
        from={`of ${money(goal.targetAmount)}`}
        facts={[
          ["Remaining", money(remaining(goal))],
          ...(monthly > 0 ? [["Needed per Month", money(monthly)] as const] : []),
        ]}
      />
      <WhyList
        none="No contributions yet."
        rows={
          recorded === 0 ? listed : [...listed, { key: "before", name: "Before these", amount: recorded }]
        }
      />
    </>
  );
}
