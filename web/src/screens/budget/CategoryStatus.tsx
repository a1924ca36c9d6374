import { type BudgetRow, ON_PLAN, type RowState } from "@coffer/domain/budget/budget-row";
import type { Category } from "@coffer/domain/category/category";
import { type Cents, minus } from "@coffer/domain/money/money";
import { useMoney } from "../../format/money.ts";
import { useMonth, usePace } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { whyOf } from "./AmountCells.tsx";
import "./CategoryStatus.css";

type Props = {
  category: Category;
  row: BudgetRow;
  projected: Cents;
  actual: Cents;
  /** The part that is over the plan. */
  headingFor: Cents | undefined;
  /** Undefined without the permission. */
  onCover: (() => void) | undefined;
};

export function CategoryStatus({ category, row, projected, actual, headingFor, onCover }: Props) {
  const { whole } = useMoney();
  const { id, name, type } = category;
  const pace = usePace(useMonth());
  const isToCome = row.state === "to-come";
  const isMissed = row.available < 0 && !isToCome;
  const isAtRisk = headingFor !== undefined && row.state === "met";
  return (
    <div className="category-status">
      <ProgressBar
        label={`${name}: ${row.status}`}
        value={projected === 0 ? (actual > 0 ? 100 : 0) : (actual / projected) * 100}
        tone={isAtRisk ? "at-risk" : BAR_TONES[row.state]}
        plan={projected > 0}
        pace={pace}
      />
      {isMissed ? (
        <Badge tone="over">{row.status}</Badge>
      ) : (
        <span className={isAtRisk ? "visually-hidden" : "category-fine"}>
          {/* Where there is room for columns, a bill that was paid is neither under nor over. */}
          {row.isOnPlan && <span className="category-on-plan">{ON_PLAN}</span>}
          <span>{row.status}</span>
        </span>
      )}
      <span className="category-percent">{row.text.percent}</span>
      {isAtRisk && (
        <span className="category-percent" data-tone="at-risk">
          <span className="category-heading">heading for </span>
          <WhyLink why={`forecast-${id}`}>{whole(headingFor)}</WhyLink>
        </span>
      )}
      {isToCome && (
        <span className="category-percent">
          <WhyLink why={whyOf(id).difference}>{whole(minus(projected, actual))}</WhyLink> to come
        </span>
      )}
      {row.available !== row.difference && (
        <span className="category-percent" data-tone={row.available < 0 ? "over" : undefined}>
          <WhyLink why={`available-${id}`}>{whole(row.available)}</WhyLink> available
        </span>
      )}
      {onCover && isMissed && type === "expense" && (
        <Button variant="quiet" size="small" aria-label={`Cover ${name}`} onClick={onCover}>
          Cover
        </Button>
      )}
    </div>
  );
}

const BAR_TONES: Record<RowState, "neutral" | "on-track" | "over"> = {
  empty: "neutral",
  "to-come": "neutral",
  unplanned: "over",
  met: "on-track",
  missed: "over",
};
