import type { BudgetRow } from "@coffer/domain/budget/budget-row";
import type { Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { JoinedIds, WhyTarget } from "@coffer/domain/link/links";
import type { ReactNode } from "react";
import { WhyAmount } from "../../why/WhyLink.tsx";

type Props = {
  /** Of the category, or of several. */
  name: string;
  type: Flow;
  row: BudgetRow;
  /** The target of each amount. */
  why: Record<"projected" | "actual" | "difference", WhyTarget>;
  /** In place of the planned amount. */
  plan?: ReactNode;
};

export function AmountCells({ name, type, row: { text, difference, available, state }, why, plan }: Props) {
  return (
    <>
      <td className="cell-projected">
        {plan || <WhyAmount of={`${name} planned`} why={why.projected} text={text.projected} />}
      </td>
      <td className="cell-actual">
        <WhyAmount
          of={`${name} ${type === "expense" ? "spent" : "received"}`}
          why={why.actual}
          text={text.actual}
        />
      </td>
      <td className="cell-difference">
        <WhyAmount
          of={`${name} left`}
          why={why.difference}
          text={text.difference}
          tone={difference < 0 && available < 0 && state !== "to-come" ? "over" : "neutral"}
        />
      </td>
    </>
  );
}

export const whyOf = (ids: Id | JoinedIds) =>
  ({ projected: `plan-${ids}`, actual: ids, difference: `difference-${ids}` }) as const;
