import { actualsSince } from "@coffer/domain/budget/actuals-since";
import { overview } from "@coffer/domain/budget/budget";
import { spendingByDay } from "@coffer/domain/budget/dashboard";
import { expectedOrPlanned, type Forecast } from "@coffer/domain/budget/forecast";
import { sum } from "@coffer/domain/money/money";
import { addDays, formatDay } from "@coffer/domain/time/day";
import { daysIn, firstDay, lastDay, monthOfDay, previousMonth } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { monthTransactions } from "../../api/transactions.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenBudget, useToday } from "../../selection/selection.ts";
import { SpendingCurve } from "../../ui/charts/SpendingCurve.tsx";
import type { Loaded } from "./reads.ts";

type Props = Loaded & { transactions: Transaction[]; forecasts: readonly Forecast[] | undefined };

/** The month's spending against its plan and the month before, which is drawn once it has loaded. */
export function Curve({ categories, budgets, transactions, month, forecasts }: Props) {
  const { budget } = useOpenBudget();
  const { money, whole } = useMoney();
  const today = useToday();
  const earlier = useQuery({ ...monthTransactions(budget, previousMonth(month)), meta: {} });
  const isCurrent = month === monthOfDay(today);
  const plan = overview(categories, budgets).projectedExpenses;
  const until = isCurrent ? today : lastDay(month);
  const spent =
    firstDay(month) > today
      ? []
      : spendingByDay(categories, transactions, month, until, actualsSince(budgets));
  const before = spendingByDay(
    categories,
    earlier.data ?? [],
    previousMonth(month),
    lastDay(previousMonth(month)),
    null,
  );
  if (plan === 0 && spent.every((amount) => amount === 0)) return null;
  const expected = isCurrent && forecasts?.length ? sum(forecasts.map(expectedOrPlanned)) : null;
  return (
    <SpendingCurve
      key={month}
      title="Spending day by day"
      spent={spent}
      before={earlier.data?.length ? before : []}
      days={daysIn(month)}
      plan={plan}
      expected={expected}
      read={(day, amount, isExpected, past) =>
        `${formatDay(addDays(firstDay(month), day - 1), today)}: ${isExpected ? `about ${whole(amount)} by then` : `${money(amount)} spent`} of ${whole(plan)}${past === undefined ? "" : `; ${whole(past)} last month`}`
      }
    />
  );
}
