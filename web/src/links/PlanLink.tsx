import type { Budget } from "@coffer/domain/budget/budget";
import { type Month, monthName, monthOfDay, nextMonth } from "@coffer/domain/time/month";
import type { ComponentProps } from "react";
import { useMonth, useOpenLedger, useToday } from "../selection/selection.ts";
import { RouterButton } from "./router-links.tsx";

/** `month` is given if it is not the chosen one. */
type Props = Pick<ComponentProps<typeof RouterButton>, "variant" | "size" | "fullWidth"> & { month?: Month };

/** Opens the sheet that plans the month, over any screen. */
export function PlanLink({ month, ...props }: Props) {
  const was = useMonth();
  return (
    <RouterButton
      to="."
      search={(search) => ({ ...search, ...(month && { month, was }), plan: true as const })}
      resetScroll={false}
      {...props}
    >
      {month ? `Plan ${monthName(month)}` : "Plan the month"}
    </RouterButton>
  );
}

/** The chosen month, or the next if the chosen one has a plan; undefined for a past month, or without the right to plan. */
export function usePlanNext(budgets: readonly Pick<Budget, "projected">[]) {
  const chosen = useMonth();
  const { can } = useOpenLedger();
  const isOver = chosen < monthOfDay(useToday());
  if (isOver || !can("categories")) return undefined;
  const month = budgets.some(({ projected }) => projected > 0) ? nextMonth(chosen) : chosen;
  const search = <Old extends object>(old: Old) => ({ ...old, month, was: chosen, plan: true as const });
  return { month, label: `Plan ${monthName(month)}`, search };
}
