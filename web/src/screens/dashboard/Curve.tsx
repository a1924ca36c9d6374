import { actualsSince } from "@coffer/domain/budget/actuals-since";
import { countsAfter, overview, spendingByDay } from "@coffer/domain/budget/budget";
import { runningTotal } from "@coffer/domain/budget/dashboard";
import { expectedOrPlanned, type Forecast } from "@coffer/domain/budget/forecast";
import { sum } from "@coffer/domain/money/money";
import { addDays, dayOfMonth, formatDay } from "@coffer/domain/time/day";
import { daysIn, firstDay, monthOfDay } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { spendingBefore } from "../../api/budgets.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenBudget, useToday } from "../../selection/selection.ts";
import { SpendingCurve } from "../../ui/charts/SpendingCurve.tsx";
import type { Loaded } from "./reads.ts";

type Props = Loaded & { transactions: Transaction[]; forecasts: readonly Forecast[] | undefined };

/** The month's spending against its plan and the month before. */
export function Curve({ categories, budgets, transactions, month, forecasts }: Props) {
  const { budget } = useOpenBudget();
  const { data: before = [] } = useQuery({ ...spendingBefore(budget, month), meta: {} });
  const { money, whole } = useMoney();
  const today = useToday();
  const isCurrent = month === monthOfDay(today);
  const plan = overview(categories, budgets).projectedExpenses;
  const since = actualsSince(budgets);
  const counted = transactions.filter((one) => countsAfter(since, one));
  const passed = isCurrent ? dayOfMonth(today) : daysIn(month);
  const spent =
    firstDay(month) > today
      ? []
      : runningTotal(spendingByDay({ month, transactions: counted }).slice(0, passed));
  if (plan === 0 && spent.every((amount) => amount === 0)) return null;
  const expected = isCurrent && forecasts?.length ? sum(forecasts.map(expectedOrPlanned)) : null;
  return (
    <SpendingCurve
      key={month}
      title="Spending day by day"
      spent={spent}
      before={before.some((amount) => amount !== 0) ? runningTotal(before) : []}
      days={daysIn(month)}
      plan={plan}
      expected={expected}
      read={(day, amount, isExpected, past) =>
        `${formatDay(addDays(firstDay(month), day - 1), today)}: ${isExpected ? `about ${whole(amount)} by then` : `${money(amount)} spent`} of ${whole(plan)}${past === undefined ? "" : `; ${whole(past)} last month`}`
      }
    />
  );
}
