import type { Category, Flow } from "@coffer/domain/category/category";
import { type Step, stepGroup } from "@coffer/domain/category/category-moves";
import type { Group } from "@coffer/domain/category/category-order";
import { joinIds } from "@coffer/domain/link/links";
import { useBudgetRow } from "../../budget/use-budget-row.ts";
import { Icon } from "../../ui/base/Icon.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { AmountCells, whyOf } from "./AmountCells.tsx";
import type { CategoryActions } from "./use-category-actions.tsx";

type Props = {
  type: Flow;
  group: Group;
  categories: Category[];
  actions: CategoryActions | undefined;
  "data-drop"?: "before" | "after" | undefined;
};

export function GroupRow({ type, group, categories, actions, ...rest }: Props) {
  const row = useBudgetRow()(type, group);
  const name = group.name ?? "Without a group";
  const ids = joinIds(group.rows.map(({ category }) => category.id));
  const step = (by: Step) => stepGroup(categories, type, group.name, by);
  const [up, down] = [step(-1), step(1)];
  return (
    <tr className="group-row" data-heading data-group={group.name ?? undefined} {...rest}>
      <th className="cell-name" colSpan={2} scope="rowgroup">
        {name}
      </th>
      <AmountCells name={name} type={type} row={row} why={whyOf(ids)} />
      <td className="cell-status" />
      <td className="cell-actions">
        {actions && (
          <Menu label={`More for the group ${name}`} trigger={<Icon name="more" />}>
            {group.name !== null && (
              <MenuItem onClick={() => group.name !== null && actions.renameGroup(type, group.name)}>
                Rename group
              </MenuItem>
            )}
            <MenuItem disabled={!up} onClick={() => up && actions.arrange(up)}>
              Move group up
            </MenuItem>
            <MenuItem disabled={!down} onClick={() => down && actions.arrange(down)}>
              Move group down
            </MenuItem>
          </Menu>
        )}
      </td>
    </tr>
  );
}
