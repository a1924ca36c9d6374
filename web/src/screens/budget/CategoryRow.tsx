import { type BudgetRow, ON_PLAN, type RowState } from "@coffer/domain/budget/budget-row";
import type { Category } from "@coffer/domain/category/category";
import { type Step, stepCategory } from "@coffer/domain/category/category-moves";
import type { Group } from "@coffer/domain/category/category-order";
import type { Id } from "@coffer/domain/id";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, minus } from "@coffer/domain/money/money";
import type { KeyboardEvent, PointerEvent } from "react";
import { useMoney } from "../../format/money.ts";
import { LiveMark } from "../../live/LiveMark.tsx";
import { useMonth, usePace } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { useIsWide } from "../../ui/layout/use-is-desktop.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";
import { AmountCells, useBudgetRow, whyOf } from "./AmountCells.tsx";
import { PlanField } from "./PlanField.tsx";
import type { CategoryActions } from "./use-category-actions.tsx";
import type { RowProps } from "./use-drag-order.ts";
import "./CategoryRow.css";

type Props = Group["rows"][number] & {
  carries: boolean;
  hasAvailable: boolean;
  categories: Category[];
  actions: CategoryActions | undefined;
  /** The forecast for the month's end, if it exceeds the plan. */
  headingFor: Cents | undefined;
  /** Called before the row moves up or down. */
  onStep: () => void;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
  rowProps: RowProps;
};

const STEPS = [
  { label: "Move up", by: -1, key: "ArrowUp" },
  { label: "Move down", by: 1, key: "ArrowDown" },
] as const;

export function CategoryRow(props: Props) {
  const { category, projected, categories, actions, onStep, carries, hasAvailable } = props;
  const { id, name, type, description, archived } = category;
  const row = useBudgetRow()(type, props);
  const isWide = useIsWide();
  const badge = <CategoryBadge {...category} size="small" />;
  const movable = actions && !archived;
  const step = (by: Step) => {
    const places = stepCategory(categories, id, by);
    if (!places) return;
    onStep();
    actions?.arrange(places);
  };
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const found = STEPS.find(({ key }) => event.altKey && key === event.key);
    if (!found || !movable || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    step(found.by);
  };
  const plan = movable && (
    <PlanField
      name={name}
      planned={projected}
      text={row.text.projected}
      exact={row.exact.projected}
      onSave={(planned) => actions.plan(category, planned)}
    />
  );
  return (
    <tr className="category-row" data-state={row.state} onKeyDown={moveByKey} {...props.rowProps}>
      <td className="cell-icon">
        {movable ? (
          <span className="drag-handle" title="Drag to order" onPointerDown={props.onDrag}>
            {badge}
          </span>
        ) : (
          badge
        )}
      </td>
      <th className="cell-name" scope="row">
        {name}
        <LiveMark kind="category" id={id} />
        {archived && <span className="muted"> (archived)</span>}
        {description && <p className="category-description">{description}</p>}
      </th>
      <AmountCells {...{ name, type, row, plan, carries, hasAvailable }} why={whyOf(id)} />
      <td className="cell-status">
        <Status {...props} row={row} />
      </td>
      <td className="cell-actions">
        {actions && (
          <>
            <IconButton icon="edit" label={`Edit ${name}`} onClick={() => actions.edit(category)} />
            <IconButton
              icon="trash"
              tone="over"
              label={`Delete ${name}`}
              onClick={() => actions.remove(category)}
            />
            <Menu label={`More for ${name}`} trigger={<Icon name="more" />}>
              {!isWide && (
                <>
                  <MenuItem icon="edit" onClick={() => actions.edit(category)}>
                    Edit
                  </MenuItem>
                  <MenuItem icon="trash" onClick={() => actions.remove(category)}>
                    Delete
                  </MenuItem>
                </>
              )}
              {!archived && (
                <>
                  <StepItems categories={categories} id={id} onStep={step} />
                  <MenuItem onClick={() => actions.regroup(category)}>Move to group</MenuItem>
                </>
              )}
              <MenuItem onClick={() => actions.archive(category, !archived)}>
                {archived ? "Bring back" : "Archive"}
              </MenuItem>
            </Menu>
          </>
        )}
      </td>
    </tr>
  );
}

/** A component of its own, because the possible moves are computed only when the menu is open. */
function StepItems({
  categories,
  id,
  onStep,
}: {
  categories: Category[];
  id: Id;
  onStep: (by: Step) => void;
}) {
  return STEPS.map(({ label, by, key }) => (
    <MenuItem
      key={key}
      disabled={!stepCategory(categories, id, by)}
      aria-keyshortcuts={`Alt+${key}`}
      onClick={() => onStep(by)}
    >
      {label}
    </MenuItem>
  ));
}

const BAR_TONES: Record<RowState, "neutral" | "on-track" | "over"> = {
  empty: "neutral",
  "to-come": "neutral",
  unplanned: "over",
  met: "on-track",
  missed: "over",
};

function Status({ category, row, projected, actual, headingFor, actions }: Props & { row: BudgetRow }) {
  const { money, rounded } = useMoney();
  const { id, name, type, archived } = category;
  const { state, status, available } = row;
  const pace = usePace(useMonth());
  const isToCome = state === "to-come";
  const isMissed = available < 0 && !isToCome;
  const isAtRisk = headingFor !== undefined && state === "met";
  const unplanned = actual > 0 ? 100 : 0;
  const cover = () => actions?.cover(category);
  const inRow = (why: WhyTarget, of: string, amount: Cents) => (
    <WhyAmount why={why} of={of} text={rounded(amount)} exact={money(amount)} />
  );
  return (
    <div className="category-status">
      <ProgressBar
        label={`${name}: ${status}`}
        value={projected === 0 ? unplanned : (actual / projected) * 100}
        tone={isAtRisk ? "at-risk" : BAR_TONES[state]}
        plan={projected > 0}
        pace={pace}
      />
      <span className="category-words">
        {isMissed ? (
          <Badge tone="over">{status}</Badge>
        ) : isToCome ? (
          <Badge>{status}</Badge>
        ) : (
          // A paid bill is neither under nor over its plan.
          <span className="category-fine">{row.isOnPlan ? ON_PLAN : status}</span>
        )}
        <span className="category-percent">{row.text.percent}</span>
      </span>
      {isAtRisk && (
        <span className="category-note" data-tone="at-risk">
          heading for {inRow(`forecast-${id}`, `${name} heading for`, headingFor)}
        </span>
      )}
      {isToCome && (
        <span className="category-note">
          {inRow(`difference-${id}`, `${name} to come`, minus(projected, actual))} to come
        </span>
      )}
      {actions && !archived && isMissed && type === "expense" && (
        <Button variant="quiet" size="small" aria-label={`Cover ${name}`} onClick={cover}>
          Cover
        </Button>
      )}
    </div>
  );
}
