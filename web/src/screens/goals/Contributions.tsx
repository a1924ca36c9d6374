import type { Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { today } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CONTRIBUTIONS_PAGE, goalContributions } from "../../api/goals.ts";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { EnteredBy } from "../../people/EnteredBy.tsx";
import { usePeople } from "../../people/use-people.ts";
import { useOpenLedger, useToday, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";

const SHOWN_AT_FIRST = 5;

/** The contributions before `before`, or the latest, and on request the page that follows below. */
export function Contributions({ goal, before }: { goal: Goal; before?: Id }) {
  const { money, net } = useMoney();
  const { timeZone } = useUser();
  const day = useToday();
  const { enteredBy } = usePeople();
  const [isOpen, setOpen] = useState(false);
  const contributions = useQuery(goalContributions(useOpenLedger().ledgerId, goal.id, before));
  const isFirst = before === undefined;
  return (
    <QueryResult queries={{ contributions }} failed="Failed to load contributions" height="2rem" lines={2}>
      {({ contributions: rows }) => {
        if (rows.length === 0) {
          const later = "What is added or taken out from now on is listed here.";
          const text = goal.currentAmount > 0 ? later : "No contributions yet.";
          return isFirst && <p className="muted">{text}</p>;
        }
        const dateOf = ({ at }: { at: number }) => today(at, timeZone);
        const format = dayFormatter(rows.map(dateOf), day);
        const shown = isFirst && !isOpen ? rows.slice(0, SHOWN_AT_FIRST) : rows;
        const isFull = rows.length === CONTRIBUTIONS_PAGE;
        const isMore = shown.length < rows.length || (isFull && !isOpen);
        return (
          <>
            <ul className="contributions">
              {shown.map(({ id, amount, balance, at, createdBy }) => (
                <li key={id}>
                  <div>
                    <p>
                      {amount < 0 ? "Withdrawal" : "Contribution"}
                      <EnteredBy person={enteredBy(createdBy)} />
                    </p>
                    <p className="muted">{format(dateOf({ at }))}</p>
                  </div>
                  <div className="contribution-amount">
                    <WhyAmount
                      of={`${goal.name} on ${format(dateOf({ at }))}`}
                      why={`goal-${goal.id}`}
                      text={net(amount)}
                    />
                    <p className="muted">
                      <WhyLink of={`${goal.name} after it`} why={`goal-${goal.id}`} text={money(balance)} />
                    </p>
                  </div>
                </li>
              ))}
            </ul>
            {isMore && (
              <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
                Show earlier
              </Button>
            )}
            {isOpen && isFull && <Contributions goal={goal} before={rows.at(-1)?.id} />}
          </>
        );
      }}
    </QueryResult>
  );
}
