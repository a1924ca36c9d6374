import { dueBeforePay } from "@coffer/domain/budget/to-spend";
import { sum } from "@coffer/domain/money/money";
import { timeUntil, upcoming } from "@coffer/domain/subscription/subscription";
import { formatDay } from "@coffer/domain/time/format-day";
import { lastDay } from "@coffer/domain/time/month";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useToday } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import type { Reads } from "./reads.ts";

const SHOWN = 4;

/** Renders nothing if no payment is due, or for a past month. */
export function Due({ subscriptions, month }: Pick<Reads, "subscriptions" | "month">) {
  const { money } = useMoney();
  const today = useToday();
  const isDesktop = useIsDesktop();
  const due = upcoming(subscriptions.data ?? [], today);
  if (due.length === 0 || today > lastDay(month)) return null;
  const total = money(sum(due.map(({ amount }) => amount)));
  const beforePay = dueBeforePay(subscriptions.data ?? [], today);
  return (
    <Card
      title="Due in seven days"
      fold={!isDesktop}
      action={<WhyAmount of="Due in seven days" why="payments-due" text={total} />}
    >
      <ul className="recent">
        {due.slice(0, SHOWN).map(({ id, name, amount, nextPaymentDate }) => (
          <li key={id}>
            <div className="recent-what">
              <p>{name}</p>
              <p className="muted">{timeUntil(nextPaymentDate, today)}</p>
            </div>
            <WhyAmount of={name} why={`subscription-${id}`} text={money(amount)} />
          </li>
        ))}
      </ul>
      {due.length > SHOWN && <p className="muted">{`and ${due.length - SHOWN} more`}</p>}
      {beforePay && (
        <p className="muted">
          <WhyLink of="Due before the next pay" why="due-before-pay" text={money(beforePay.total)} />
          {` due before the next pay on ${formatDay(beforePay.payDay, today, locale)}`}
          {beforePay.overdue > 0 && (
            <>
              , <WhyLink of="Overdue" why="due-before-pay" text={money(beforePay.overdue)} /> of it overdue
            </>
          )}
        </p>
      )}
    </Card>
  );
}
