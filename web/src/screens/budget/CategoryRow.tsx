import type { Category } from "@coffer/domain/category/category";
import { type Step, stepCategory } from "@coffer/domain/category/category-moves";
import type { Group } from "@coffer/domain/category/category-order";
import type { Cents } from "@coffer/domain/money/money";
import type { KeyboardEvent, PointerEvent } from "react";
import { LiveMark } from "../../live/LiveMark.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { AmountCells, useBudgetRow, whyOf } from "./AmountCells.tsx";
import { CategoryStatus } from "./CategoryStatus.tsx";
import { PlanField } from "./PlanField.tsx";
import type { CategoryActions } from "./use-category-actions.tsx";
import type { RowProps } from "./use-drag-order.ts";

type Props = Group["rows"][number] & {
  categories: Category[];
  actions: CategoryActions | undefined;
  /** By the end of the month, where that is over the plan. */
  headingFor: Cents | undefined;
  /** Before it moves by one row. */
  onStep: () => void;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
  rowProps: RowProps;
};

const STEPS = [
  { label: "Move up", by: -1, key: "ArrowUp" },
  { label: "Move down", by: 1, key: "ArrowDown" },
] as const;

export function CategoryRow(props: Props) {
  const { category, projected, actual, carried, categories, actions, headingFor, onStep, onDrag } = props;
  const { id, name, type, description, archived } = category;
  const row = useBudgetRow()(type, { projected, actual, carried });
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
  return (
    <tr className="category-row" data-state={row.state} onKeyDown={moveByKey} {...props.rowProps}>
      <td className="cell-icon">
        {movable ? (
          <span className="drag-handle" title="Drag to order" onPointerDown={onDrag}>
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
      <AmountCells
        name={name}
        type={type}
        row={row}
        why={whyOf(id)}
        plan={
          movable && (
            <PlanField
              name={name}
              planned={projected}
              text={row.text.projected}
              onSave={(planned) => actions.plan(category, planned)}
            />
          )
        }
      />
      <td className="cell-status">
        <CategoryStatus
          category={category}
          row={row}
          projected={projected}
          actual={actual}
          headingFor={headingFor}
          onCover={movable ? () => actions.cover(category) : undefined}
        />
      </td>
      <td className="cell-actions">
        {actions && (
          <>
            <IconButton icon="edit" label={`Edit ${name}`} onClick={() => actions.edit(category)} />
            <Menu label={`More for ${name}`} trigger={<Icon name="more" />}>
              <MenuItem onClick={() => actions.edit(category)}>Edit</MenuItem>
              {!archived && (
                <>
                  {STEPS.map(({ label, by, key }) => (
                    <MenuItem
                      key={key}
                      disabled={!stepCategory(categories, id, by)}
                      aria-keyshortcuts={`Alt+${key}`}
                      onClick={() => step(by)}
                    >
                      {label}
                    </MenuItem>
                  ))}
                  <MenuItem onClick={() => actions.regroup(category)}>Move to group</MenuItem>
                </>
              )}
              <MenuItem onClick={() => actions.archive(category, !archived)}>
                {archived ? "Bring back" : "Archive"}
              </MenuItem>
              <MenuItem onClick={() => actions.remove(category)}>Delete</MenuItem>
            </Menu>
          </>
        )}
      </td>
    </tr>
  );
}
