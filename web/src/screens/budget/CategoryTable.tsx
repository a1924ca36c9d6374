import type { Budget } from "@coffer/domain/budget/budget";
import { carryOf } from "@coffer/domain/budget/carry";
import type { Forecast } from "@coffer/domain/budget/forecast";
import type { Category, Flow } from "@coffer/domain/category/category";
import { moveTo, stepGroup } from "@coffer/domain/category/category-moves";
import { type Group, groups, totalOf } from "@coffer/domain/category/category-order";
import type { Id } from "@coffer/domain/id";
import { joinIds } from "@coffer/domain/link/links";
import { cents } from "@coffer/domain/money/money";
import { useDeferredValue, useLayoutEffect, useRef } from "react";
import { useMoney } from "../../format/money.ts";
import { useMonth, usePace } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { BarLegend } from "../../ui/display/ProgressBar.tsx";
import { useIsWide } from "../../ui/layout/use-is-desktop.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import { AmountCells, useBudgetRow, whyOf } from "./AmountCells.tsx";
import { CategoryRow } from "./CategoryRow.tsx";
import type { CategoryActions } from "./use-category-actions.tsx";
import { type RowProps, useDragOrder } from "./use-drag-order.ts";
import "./CategoryTable.css";
import "./CategoryTableNarrow.css";
import "./CategoryRowNarrow.css";
import "./CategoryPrint.css";

type Props = {
  type: Flow;
  categories: Category[];
  budgets: Budget[];
  forecasts: readonly Forecast[];
  actions: CategoryActions | undefined;
};

const TOTALS = {
  income: { projected: "planned-income", actual: "actual-income", difference: "income-difference" },
  expense: { projected: "budget", actual: "actual-expenses", difference: "left" },
} as const;
const COLUMNS = ["Icon", "Name", "Projected", "Actual", "Difference", "Available", "Status", "Actions"];
const HIDDEN = ["Icon", "Actions"];
/** Rows of the first render: more than a window shows. */
const FIRST_ROWS = 20;
const BADGE_TONES = { met: "on-track", unplanned: "on-track", "to-come": "neutral", missed: "over" } as const;
const TITLES = { income: "Income Categories", expense: "Expense Categories" };

export function CategoryTable({ type, categories, budgets, forecasts, actions }: Props) {
  const rowOf = useBudgetRow();
  const month = useMonth();
  const pace = usePace(month);
  const isWide = useIsWide();
  const shown = groups(type, categories, budgets);
  const drag = useDragOrder((id, target) => actions?.arrange(moveTo(categories, id, target)));
  const order = shown.map(({ rows }) => rows.map((row) => row.category.id)).join(" ");
  const rememberFocus = useFocusAfterMove(order);
  const isWhole = useDeferredValue(true, false);
  if (shown.length === 0) return <NoCategories type={type} onAdd={actions?.add} />;
  const total = rowOf(type, totalOf(shown));
  const carries = ({ category, carried }: Group["rows"][number]) =>
    carried !== 0 || carryOf(category, month) !== "none";
  const hasAvailable = shown.some(({ rows }) => rows.some(carries));
  const overAtEnd = (id: Id) =>
    forecasts.find((one) => one.categoryId === id && one.overAtEnd > 0)?.expected?.amount;
  const isGrouped = shown.some(({ name }) => name !== null);
  const shared = { hasAvailable, categories, actions, onStep: rememberFocus, onDrag: drag.begin };
  const rows = shown.flatMap((group) => [
    isGrouped && (
      <GroupRow
        key={`group ${group.name}`}
        type={type}
        group={group}
        carries={group.rows.some(carries)}
        {...shared}
        rowProps={drag.rowProps(group.name)}
      />
    ),
    ...group.rows.map((row) => (
      <CategoryRow
        key={row.category.id}
        {...row}
        {...shared}
        carries={carries(row)}
        headingFor={overAtEnd(row.category.id)}
        rowProps={row.category.archived ? undefined : drag.rowProps(group.name, row.category.id)}
      />
    )),
  ]);
  const isFolded = type === "income" && !isWide;
  return (
    <Card
      title={TITLES[type]}
      flush
      fold={isFolded}
      action={isFolded ? <FoldedIncome total={total} /> : <BarLegend pace={pace} />}
    >
      <div className="budget-box">
        <table className="budget-table" data-carries={hasAvailable}>
          <caption className="visually-hidden">{TITLES[type]}</caption>
          <thead>
            <tr>
              {COLUMNS.filter((name) => hasAvailable || name !== "Available").map((name) => (
                <th key={name} className={`cell-${name.toLowerCase()}`} scope="col">
                  {HIDDEN.includes(name) ? <span className="visually-hidden">{name}</span> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isWhole ? rows : rows.slice(0, FIRST_ROWS)}
            {!isWhole && rows.length > FIRST_ROWS && (
              <tr aria-hidden style={{ height: `${(rows.length - FIRST_ROWS) * 2.75}rem` }} />
            )}
          </tbody>
          <tfoot>
            <tr>
              <th className="cell-name" colSpan={2} scope="row">
                Total
              </th>
              <AmountCells
                name="In total"
                type={type}
                row={total}
                why={TOTALS[type]}
                carries={false}
                hasAvailable={hasAvailable}
              />
              <td className="cell-status" />
              <td className="cell-actions" />
            </tr>
          </tfoot>
        </table>
      </div>
    </Card>
  );
}

function NoCategories({ type, onAdd }: { type: Flow; onAdd: ((type: Flow) => void) | undefined }) {
  const add = onAdd && (
    <Button variant="secondary" icon="plus" onClick={() => onAdd(type)}>
      Add Category
    </Button>
  );
  return (
    <Card title={TITLES[type]}>
      <EmptyState illustration="categories" title={`No ${type} categories found`} action={add} />
    </Card>
  );
}

/** What the folded table of the income shows. */
function FoldedIncome({ total }: { total: ReturnType<ReturnType<typeof useBudgetRow>> }) {
  const { whole } = useMoney();
  const { actual, projected, difference } = TOTALS.income;
  return (
    <span className="income-folded">
      <span>
        <WhyAmount of="Income received" why={actual} text={total.text.actual} exact={total.exact.actual} /> of{" "}
        <WhyAmount
          of="Income planned"
          why={projected}
          text={total.text.projected}
          exact={total.exact.projected}
        />
      </span>
      {total.state !== "empty" && <Badge tone={BADGE_TONES[total.state]}>{total.status}</Badge>}
      {total.state === "to-come" && (
        <span>
          <WhyLink of="Income to come" why={difference} text={whole(cents(-total.difference))} /> to come
        </span>
      )}
    </span>
  );
}

type GroupRowProps = Pick<Props, "type" | "categories" | "actions"> & {
  group: Group;
  carries: boolean;
  hasAvailable: boolean;
  rowProps: RowProps;
};

function GroupRow({ type, group, categories, actions, rowProps, ...available }: GroupRowProps) {
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
      <AmountCells name={title} type={type} row={row} why={whyOf(ids)} {...available} />
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

/** A moved row loses the focus. Call the returned function before a move; the focus returns when `order` changes. */
function useFocusAfterMove(order: string): () => void {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus();
    focused.current = null;
  }, [order]);
  return () => {
    const { activeElement } = document;
    const opener =
      activeElement?.closest("[role=menu]") && activeElement.closest("tr")?.querySelector("[aria-haspopup]");
    const element = opener ?? activeElement;
    focused.current = element instanceof HTMLElement ? element : null;
  };
}
