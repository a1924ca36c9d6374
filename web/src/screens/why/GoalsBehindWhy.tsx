import { expectedBy, isBehind } from "@coffer/domain/goal";
import { minus, sum } from "@coffer/domain/money";
import { pluralize } from "@coffer/domain/plural";
import { useQuery } from "@tanstack/react-query";
import { goalList } from "../../api/goals.ts";
import { useMoney } from "../../shell/money.ts";
import { useOpenBudget, useToday } from "../../shell/selection.ts";
import { GoalBadge } from "../../ui/display/CategoryBadge.tsx";
import { WhyFacts } from "../../why/WhyFacts.tsx";
import { WhyList } from "../../why/WhyList.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";

/** By how much each goal is behind a straight course to its target. */
export function GoalsBehindWhy() {
  const { budget } = useOpenBudget();
  const { money } = useMoney();
  const today = useToday();
  const goals = useQuery(goalList(budget));
  return (
    <WhyResult queries={{ goals }}>
      {(data) => {
        const behind = data.goals.filter((goal) => isBehind(goal, today));
        const rows = behind.map((goal) => ({ goal, expected: expectedBy(goal, today) }));
        const missing = rows.map(({ goal, expected }) => minus(expected, goal.currentAmount));
        return (
          <>
            <WhyFacts
              amount={money(sum(missing))}
              from={`behind schedule in ${pluralize(rows.length, "goal")}`}
            />
            <WhyList
              none="No goal is behind schedule."
              rows={rows.map(({ goal, expected }, index) => ({
                key: goal.id,
                lead: <GoalBadge icon={goal.icon} color={goal.color} size="small" />,
                name: goal.name,
                note: `${money(goal.currentAmount)} of the ${money(expected)} due by today`,
                amount: missing[index] ?? expected,
              }))}
            />
          </>
        );
      }}
    </WhyResult>
  );
}
