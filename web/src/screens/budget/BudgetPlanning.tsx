import { type Budget, overview } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import { groups, inOrder, totalOf } from "@coffer/domain/category/category-order";
import { FLOWS } from "@coffer/domain/category/choices";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, minus } from "@coffer/domain/money/money";
import { monthLabel } from "@coffer/domain/time/month";
import { useId } from "react";
import { monthBudgets, useResetActuals } from "../../api/budgets.ts";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { ActualsSince } from "../../budget/ActualsSince.tsx";
import { useForecasts } from "../../budget/forecasts.ts";
import { StarterOffer } from "../../budget/StarterOffer.tsx";
import { useMoney } from "../../format/money.ts";
import { PlanLink, usePlanNext } from "../../links/PlanLink.tsx";
import { RouterMenuLink } from "../../links/router-links.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useMonth, useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Icon } from "../../ui/base/Icon.tsx";
import { IconButton } from "../../ui/base/IconButton.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { useIsDesktop, useIsWide } from "../../ui/layout/use-is-desktop.ts";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";
import { useBudgetRow } from "./AmountCells.tsx";
import { CategoryTable } from "./CategoryTable.tsx";
import { type CategoryActions, useCategoryActions } from "./use-category-actions.tsx";
import "./BudgetPlanning.css";
import "./MonthlyOverview.css";

export const reads = ({ ledgerId, month }: Selection) => ({
  // First, because the others are parts of its request.
  budgets: monthBudgets(ledgerId, month),
  categories: categoryList(ledgerId),
});

export function BudgetPlanning() {
  const { ledgerId } = useOpenLedger();
  const month = useMonth();
  const { actions, dialog } = useCategoryActions();
  const confirm = useConfirm();
  const reset = useResetActuals(ledgerId);
  const { categories, budgets, forecasts } = useForecasts(month);
  const confirmReset = () =>
    confirm({
      title: "Reset Actuals",
      body: `All actual amounts of ${monthLabel(month)} will count from zero again. What you projected and your transactions stay.`,
      action: { label: "Reset", pendingLabel: "Resetting...", run: () => reset.mutateAsync(month) },
    });
  const rowOf = useBudgetRow();
  const isDesktop = useIsDesktop();
  const isWide = useIsWide();
  const next = usePlanNext(budgets.data ?? []);
  return (
    <>
      <PageHeader title="Budget Planning">
        {actions && (
          <>
            {isDesktop && next && <PlanLink variant="secondary" month={next.month} />}
            {isWide && (
              <Button variant="secondary" onClick={confirmReset}>
                Reset Actuals
              </Button>
            )}
            <Button
              variant="primary"
              icon="plus"
              size={isDesktop ? "medium" : "small"}
              onClick={() => actions.add("expense")}
            >
              Add Category
            </Button>
            {!isWide && (
              <Menu label="More for the month" trigger={<Icon name="more" />}>
                {!isDesktop && next && (
                  <RouterMenuLink to="." search={next.search} icon="budget">
                    {next.label}
                  </RouterMenuLink>
                )}
                <MenuItem icon="undo" onClick={confirmReset}>
                  Reset Actuals
                </MenuItem>
              </Menu>
            )}
          </>
        )}
      </PageHeader>
      <QueryResult queries={{ categories, budgets }} failed="Failed to fetch budgets" pending={SKELETON}>
        {(data) => (
          <>
            <ActualsSince month={month} budgets={data.budgets} />
            {actions &&
              data.categories.length > 0 &&
              !data.budgets.some(({ projected }) => projected > 0) && (
                <Card>
                  <div className="no-plan">
                    <p>{monthLabel(month)} has no plan yet.</p>
                    <PlanLink />
                  </div>
                </Card>
              )}
            <StarterOffer categories={data.categories} />
            <MonthlyOverview {...data} />
            <PlanStrip {...data} />
            <div
              className="budget-columns stack"
              style={{ "--amount-chars": longestAmount(data.categories, data.budgets, rowOf) }}
            >
              <CategoryTable {...data} actions={actions} forecasts={forecasts.data ?? []} type="expense" />
              <CategoryTable {...data} actions={actions} forecasts={[]} type="income" />
            </div>
            <ArchivedCategories {...data} actions={actions} />
          </>
        )}
      </QueryResult>
      {dialog}
    </>
  );
}

const SKELETON = (
  <>
    <MonthlyOverview />
    <PlanStrip />
    <Card title="Expense Categories">
      <Skeleton height="1.5rem" lines={6} />
    </Card>
  </>
);

/** The length of the longest amount in either list. */
function longestAmount(categories: Category[], budgets: Budget[], rowOf: ReturnType<typeof useBudgetRow>) {
  const lengths = FLOWS.flatMap((type) => {
    const shown = groups(type, categories, budgets);
    return [totalOf(shown), ...shown, ...shown.flatMap(({ rows }) => rows)].flatMap((amounts) => {
      const { text } = rowOf(type, amounts);
      return [text.projected.length, text.actual.length, text.difference.length];
    });
  });
  return Math.max(...lengths);
}

type Props = { categories: Category[]; actions: CategoryActions | undefined };

function ArchivedCategories({ categories, actions }: Props) {
  const archived = inOrder(categories.filter((category) => category.archived));
  if (archived.length === 0) return null;
  return (
    <details className="archived">
      <summary>Archived ({archived.length})</summary>
      <ul>
        {archived.map((category) => (
          <li key={category.id}>
            <CategoryBadge {...category} size="small" />
            <span className="grow">{category.name}</span>
            {actions && (
              <>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={`Bring back ${category.name}`}
                  onClick={() => actions.archive(category, false)}
                >
                  Bring back
                </Button>
                <IconButton
                  icon="trash"
                  tone="over"
                  label={`Delete ${category.name}`}
                  onClick={() => actions.remove(category)}
                />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Without figures until both have loaded. */
type TotalsProps = { categories?: Category[]; budgets?: Budget[] };

function MonthlyOverview(props: TotalsProps) {
  const { totals, style } = useTotals(props);
  const id = useId();
  const isOver = totals && totals.actualExpenses > totals.projectedExpenses;
  return (
    <section className="overview" aria-labelledby={id} style={style}>
      <h2 id={id}>Monthly Overview</h2>
      <div className="overview-figures">
        <Figure label="Projected Income" why="planned-income" amount={totals?.projectedIncome} />
        <Figure label="Actual Income" why="actual-income" amount={totals?.actualIncome} />
        <Figure label="Projected Expenses" why="budget" amount={totals?.projectedExpenses} />
        <Figure
          label="Actual Expenses"
          why="actual-expenses"
          amount={totals?.actualExpenses}
          isOver={isOver}
        />
      </div>
    </section>
  );
}

/** The month's plan as a sum, which sticks below the header. */
function PlanStrip(props: TotalsProps) {
  const { totals, style } = useTotals(props);
  const left = totals && minus(totals.projectedIncome, totals.projectedExpenses);
  const isShort = left !== undefined && left < 0;
  return (
    <section className="plan-strip" aria-label="Plan of the month" style={style}>
      <Figure label="Projected Income" why="planned-income" amount={totals?.projectedIncome} />
      <span aria-hidden>−</span>
      <Figure label="Projected Expenses" why="budget" amount={totals?.projectedExpenses} />
      <span aria-hidden>=</span>
      <p role="status">
        <Figure label="Left to plan" why="left-to-plan" amount={left} isOver={isShort} />
      </p>
    </section>
  );
}

function useTotals({ categories, budgets }: TotalsProps) {
  const { money } = useMoney();
  const totals = categories && budgets && overview(categories, budgets);
  const longest = Math.max(0, ...Object.values(totals ?? {}).map((amount) => money(amount).length));
  return { totals, style: { "--chars": longest || 8 } };
}

type FigureProps = { label: string; why: WhyTarget; amount: Cents | undefined; isOver?: boolean | undefined };

function Figure({ label, why, amount, isOver = false }: FigureProps) {
  const { money } = useMoney();
  return (
    <span className="plan-figure">
      <span>{label} </span>
      {amount === undefined ? (
        <Skeleton width="5rem" />
      ) : (
        <WhyAmount of={label} why={why} text={money(amount)} tone={isOver ? "over" : "neutral"} />
      )}
    </span>
  );
}
