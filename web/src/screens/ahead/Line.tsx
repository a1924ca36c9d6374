import type { BalancePoint } from "@coffer/domain/money-account/account";
import { dayOfMonth } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { monthName, monthOfDay } from "@coffer/domain/time/month";
import { useLine } from "../../api/line.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useToday } from "../../selection/selection.ts";
import { Icon } from "../../ui/base/Icon.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import { DayCurve } from "./DayCurve.tsx";

/** The money that can be spent, day by day for twelve months. */
export function Line() {
  const { money } = useMoney();
  const today = useToday();
  return (
    <Card title="The next twelve months">
      <QueryResult
        queries={{ line: useLine() }}
        failed="Failed to load the coming months"
        height="9.25rem"
        lines={1}
      >
        {({ line: { days, lowest, missing } }) => {
          const format = dayFormatter([days[0]?.date ?? today, days.at(-1)?.date ?? today], today, locale);
          const sentence = ({ date, amount }: BalancePoint) => `${format(date)}: ${money(amount)}`;
          return (
            <div className="stack">
              {lowest && (
                <p className="line-lowest">
                  Lowest on {format(lowest.date)}:{" "}
                  <strong>
                    <WhyAmount
                      of="Lowest day"
                      why={`line-${lowest.date}`}
                      text={money(lowest.amount)}
                      tone={lowest.amount < 0 ? "over" : "neutral"}
                    />
                  </strong>
                </p>
              )}
              {lowest && (
                <DayCurve
                  label="What can be spent"
                  tone={lowest.amount < 0 ? "over" : "on-track"}
                  points={days}
                  from={days.findIndex(({ date }) => date === lowest.date)}
                  axis={axisOf(days)}
                  textOf={sentence}
                >
                  {({ date, amount }) => (
                    <>
                      {format(date)}:{" "}
                      <WhyLink
                        of={`What can be spent on ${format(date)}`}
                        why={`line-${date}`}
                        text={money(amount)}
                      />
                    </>
                  )}
                </DayCurve>
              )}
              {missing.length > 0 && (
                <ul className="line-missing" aria-label="What is missing">
                  {missing.map((sentence) => (
                    <li key={sentence}>
                      <Icon name="info" />
                      <span>{sentence}</span>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          );
        }}
      </QueryResult>
    </Card>
  );
}

/** Every third month at its first day, for twelve on a phone. */
function axisOf(days: readonly BalancePoint[]) {
  const firsts = days.filter(({ date }) => dayOfMonth(date) === 1);
  return firsts
    .filter((_, index) => index % 3 === 0)
    .map(({ date }) => ({ date, text: monthName(monthOfDay(date)).slice(0, 3) }));
}
