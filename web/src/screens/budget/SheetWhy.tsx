import type { Category, Flow } from "@coffer/domain/category";
import { formatDay } from "@coffer/domain/day";
import { type Cents, minus, sum, ZERO } from "@coffer/domain/money";
import { addMonthsTo, type Month, monthLabel, previousMonth } from "@coffer/domain/month";
import { averagedMonths, type Proposal, type ProposalSource, proposalMonths } from "@coffer/domain/proposal";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory } from "../../api/budgets.ts";
import { useMoney } from "../../shell/money.ts";
import { useChangeSearch, useOpenBudget, useToday, useWhy } from "../../shell/selection.ts";
import { WhyLink } from "../../shell/WhyLink.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import type { ListedRow } from "../../why/WhyList.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";
import { WhySum } from "../../why/WhySum.tsx";

/** `amount` is the one in the field. */
export type Row = Proposal & { category: Category; amount: Cents; problem?: string | undefined };
type Props = { month: Month; from: ProposalSource; rows: readonly Row[] };

const SUMS = [
  { key: "sheet-income", title: "Planned income", of: "income" },
  { key: "sheet-expense", title: "Planned expenses", of: "expense" },
  { key: "sheet-left", title: "Left to plan", of: "both" },
] as const;

/** The rows of a sum of the unsaved sheet, or what one of its proposals is made of. */
export function SheetWhy({ month, from, rows }: Props) {
  const why = useWhy();
  const changeSearch = useChangeSearch();
  const sums = SUMS.find(({ key }) => key === why);
  const row = rows.find(({ categoryId }) => why === `proposal-${categoryId}`);
  if (!sums && !row) return null;
  const title = sums?.title ?? `The proposal for ${row?.category.name}`;
  return (
    <SidePanel
      label={`What ${title} is made of`}
      heading={<h2>{`${title}, ${monthLabel(month)}`}</h2>}
      onClose={() => void changeSearch({ why: undefined }, { replace: true })}
      addressed
    >
      {sums && <Planned rows={rows} of={sums.of} />}
      {row && <Proposed row={row} month={month} from={from} />}
    </SidePanel>
  );
}

function Planned({ rows, of }: { rows: readonly Row[]; of: Flow | "both" }) {
  const { money } = useMoney();
  const listed = rows
    .filter(({ category, amount }) => amount !== ZERO && (of === "both" || category.type === of))
    .map(({ category: { id, name, icon, color, type }, planned, amount }) => ({
      key: id,
      lead: <CategoryBadge icon={icon} color={color} size="small" />,
      name,
      note: planned === null ? "In this sheet" : "Planned already",
      amount: of === "both" && type === "expense" ? minus(ZERO, amount) : amount,
    }));
  return (
    <WhySum
      amount={money(sum(listed.map(({ amount }) => amount)))}
      none="Nothing is planned yet."
      rows={listed}
    />
  );
}

function Proposed({ row, month, from }: { row: Row; month: Month; from: ProposalSource }) {
  const { budget } = useOpenBudget();
  const { money } = useMoney();
  const today = useToday();
  const history = useQuery(budgetHistory(budget, previousMonth(month), 12));
  const { category, due, proposed, lastPlan } = row;
  if (proposed > ZERO && proposed === sum(due.map(({ amount }) => amount)))
    return (
      <WhySum
        amount={money(proposed)}
        from="the payments due"
        rows={due.map(({ subscriptionId, name, amount, date }) => ({
          key: `${subscriptionId} ${date}`,
          name,
          note: `Due ${formatDay(date, today)}`,
          amount,
        }))}
      />
    );
  return (
    <WhyResult queries={{ history }} lines={3}>
      {(loaded) => {
        const budgets = loaded.history.flatMap((one) => one.budgets);
        const of = (wanted: Month) =>
          budgets.find((one) => one.categoryId === category.id && one.month === wanted);
        const rowOf = (wanted: Month, part: "Planned" | "Actual", amount: Cents): ListedRow => ({
          key: wanted,
          name: (
            <WhyLink why={part === "Planned" ? `plan-${category.id}` : category.id} month={wanted}>
              {monthLabel(wanted)}
            </WhyLink>
          ),
          note: part,
          amount,
        });
        const listed: Record<ProposalSource, () => ListedRow[]> = {
          zero: () => [],
          "last-month": () => [rowOf(previousMonth(month), "Planned", lastPlan)],
          "last-year": () => {
            const lastYear = addMonthsTo(month, -12);
            const { projected = ZERO, actual = ZERO } = of(lastYear) ?? {};
            return [
              projected > 0 ? rowOf(lastYear, "Planned", projected) : rowOf(lastYear, "Actual", actual),
            ];
          },
          average: () => {
            const looked = proposalMonths(month);
            const known = budgets.filter((one) => looked.includes(one.month));
            return averagedMonths(month, known).map((one) => rowOf(one, "Actual", of(one)?.actual ?? ZERO));
          },
        };
        const rows = listed[from]();
        return <WhySum amount={money(proposed)} from={FROM[from](rows.length)} rows={rows} />;
      }}
    </WhyResult>
  );
}

const FROM: Record<ProposalSource, (months: number) => string> = {
  zero: () => "from zero",
  "last-month": () => "as planned last month",
  "last-year": () => "as in the same month last year",
  average: (months) =>
    months === 1 ? "as in the month before, rounded" : `average of ${months} months, rounded`,
};
