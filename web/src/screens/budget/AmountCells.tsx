import type { RowAmounts } from "@coffer/domain/budget/budget";
import { type BudgetRow, budgetRow } from "@coffer/domain/budget/budget-row";
import type { Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { JoinedIds, WhyTarget } from "@coffer/domain/link/links";
import { monthOfDay } from "@coffer/domain/time/month";
import type { ReactNode } from "react";
import { locale } from "../../format/locale.ts";
import { useCurrency, useMonth, useToday } from "../../selection/selection.ts";
import { WhyAmount } from "../../why/WhyLink.tsx";

type Props = {
  name: string;
  type: Flow;
  row: BudgetRow;
  why: Record<"projected" | "actual" | "difference", WhyTarget> & { available?: WhyTarget };
  /** Shown instead of the planned amount. */
  plan?: ReactNode;
  /** True if the category carries over: the available amount then counts, and the difference is only part of it. */
  carries: boolean;
  /** True if any row of the table carries over, so that the table has the column. */
  hasAvailable: boolean;
};

export function AmountCells({ name, type, row, why, plan, carries, hasAvailable }: Props) {
  const { text, exact, difference, available, state } = row;
  const received = type === "expense" ? "spent" : "received";
  const toneOf = (isOver: boolean) => (isOver && state !== "to-come" ? "over" : "neutral");
  return (
    <>
      <td className="cell-projected">
        {plan || (
          <WhyAmount
            of={`${name} planned`}
            why={why.projected}
            text={text.projected}
            exact={exact.projected}
          />
        )}
      </td>
      <td className="cell-actual">
        <WhyAmount of={`${name} ${received}`} why={why.actual} text={text.actual} exact={exact.actual} />
      </td>
      <td className="cell-difference">
        <WhyAmount
          of={`${name} left`}
          why={why.difference}
          text={text.difference}
          exact={exact.difference}
          tone={toneOf(difference < 0 && available < 0 && !carries)}
        />
      </td>
      {hasAvailable && (
        <td className="cell-available">
          {carries && why.available && (
            <WhyAmount
              of={`${name} available`}
              why={why.available}
              text={text.available}
              exact={exact.available}
              tone={toneOf(available < 0)}
            />
          )}
        </td>
      )}
    </>
  );
}

export const whyOf = (ids: Id | JoinedIds) =>
  ({
    projected: `plan-${ids}`,
    actual: ids,
    difference: `difference-${ids}`,
    available: `available-${ids}`,
  }) as const;

/** Rows of the chosen month, in its budget's currency. */
export function useBudgetRow() {
  const currency = useCurrency();
  const isOpen = useMonth() >= monthOfDay(useToday());
  return (type: Flow, amounts: RowAmounts) => budgetRow(type, amounts, currency, isOpen, locale);
}
