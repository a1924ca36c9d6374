import type { Category, Flow } from "@coffer/domain/category/category";
import { stepGroup } from "@coffer/domain/category/category-moves";
import type { Group } from "@coffer/domain/category/category-order";
import { joinIds } from "@coffer/domain/link/links";
import { Icon } from "../../ui/base/Icon.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { AmountCells, useBudgetRow, whyOf } from "./AmountCells.tsx";
import type { CategoryActions } from "./use-category-actions.tsx";
import type { RowProps } from "./use-drag-order.ts";

type Props = {
  type: Flow;
  group: Group;
  categories: Category[];
  actions: CategoryActions | undefined;
  rowProps: RowProps;
};

export function GroupRow({ type, group, categories, actions, rowProps }: Props) {
  const { name } = group;
  const row = useBudgetRow()(type, group);
  const title = name ?? "Without a group";
  const ids = joinIds(group.rows.map(({ category }) => category.id));
  const up = stepGroup(categories, type, name, -1);
  const down = stepGroup(categories, type, name, 1);
  return (
    <tr className="group-row" {...rowProps}>
      <th className="cell-name" colSpan={2} scope="rowgroup">
        {title}
      </th>
      <AmountCells name={title} type={type} row={row} why={whyOf(ids)} />
      <td className="cell-status" />
      <td className="cell-actions">
        {actions && (
          <Menu label={`More for the group ${title}`} trigger={<Icon name="more" />}>
            {name !== null && (
              <MenuItem onClick={() => actions.renameGroup(type, name)}>Rename group</MenuItem>
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
