import type { Budget } from "@coffer/domain/budget/budget";
import { leftToPlan } from "@coffer/domain/budget/proposal";
import type { Category } from "@coffer/domain/category/category";
import { useMoney } from "../../format/money.ts";
import { WhyAmount } from "../../why/WhyLink.tsx";
import "./LeftToPlan.css";

/** Sticky: visible while the plan is edited. */
export function LeftToPlan({ categories, budgets }: { categories: Category[]; budgets: Budget[] }) {
  const { money } = useMoney();
  const left = leftToPlan(categories, budgets);
  return (
    <p className="left-to-plan" role="status">
      Left to plan <WhyAmount why="left-to-plan" text={money(left)} tone={left < 0 ? "over" : "neutral"} />
    </p>
  );
}
