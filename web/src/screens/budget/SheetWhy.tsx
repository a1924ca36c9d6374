import type { Budget } from "@coffer/domain/budget/budget";
import type { ProposalSource } from "@coffer/domain/budget/definition";
import { averagedMonths, type Proposal, proposalMonths } from "@coffer/domain/budget/proposal";
import type { Category, Flow } from "@coffer/domain/category/category";
import { type Cents, minus, sum, ZERO } from "@coffer/domain/money/money";
import type { Day } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { addMonthsTo, type Month, monthLabel, previousMonth } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory } from "../../api/budgets.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useChangeSearch, useOpenLedger, useToday, useWhy } from "../../selection/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyResult, WhySum } from "../../why/WhySum.tsx";

/** `amount` is the value of the field. */
export type Row = Proposal & { category: Category; amount: Cents; problem?: string | undefined };
type Props = { month: Month; from: ProposalSource; rows: readonly Row[] };

const SUMS = {
  "sheet-income": { title: "Planned income", of: "income" },
  "sheet-expense": { title: "Planned expenses", of: "expense" },
  "sheet-left": { title: "Left to plan", of: "both" },
} as const;

export function SheetWhy({ month, from, rows }: Props) {
  const changeSearch = useChangeSearch();
  const subject = useWhy()?.subject;
  const sums = subject?.kind === "sheet" ? SUMS[subject.of] : undefined;
  const row = rows.find(({ categoryId }) => subject?.kind === "proposal" && subject.id === categoryId);
  if (!sums && !row) return null;
  const title = sums?.title ?? `The proposal for ${row?.category.name}`;
  const heading = <h2>{`${title}, ${monthLabel(month)}`}</h2>;
  const close = () => void changeSearch({ why: undefined }, { replace: true });
  return (
    <SidePanel label={`What ${title} is made of`} heading={heading} onClose={close} addressed>
      {sums && <Planned rows={rows} of={sums.of} />}
      {row && <Proposed row={row} month={month} from={from} />}
    </SidePanel>
  );
}

function Planned({ rows, of }: { rows: readonly Row[]; of: Flow | "both" }) {
  const listed = rows
    .filter(({ category, amount }) => amount !== ZERO && (of === "both" || category.type === of))
    .map(({ category: { id, name, icon, color, type }, planned, amount }) => ({
      key: id,
      lead: <CategoryBadge icon={icon} color={color} size="small" />,
      name,
      note: planned === null ? "In this sheet" : "Planned already",
      amount: of === "both" && type === "expense" ? minus(ZERO, amount) : amount,
    }));
  return <WhySum none="Nothing is planned yet." rows={listed} />;
}

type ProposedProps = { row: Row; month: Month; from: ProposalSource };

function Proposed(props: ProposedProps) {
  const today = useToday();
  const { money } = useMoney();
  const { from, row } = props;
  const { due, setAside, paid = ZERO, proposed } = row;
  // A bill with a set-aside is listed with the set-asides.
  const apart = new Set(setAside.map(({ subscriptionId }) => subscriptionId));
  const dated = due.filter(({ subscriptionId }) => !apart.has(subscriptionId));
  if (proposed === ZERO || dated.length + setAside.length + paid === 0) return <FromMonths {...props} />;
  const listed = [
    ...dated.map(({ subscriptionId, name, amount, date }) => ({
      key: `${subscriptionId} ${date}`,
      name,
      note: `Due ${formatDay(date, today, locale)}`,
      amount,
    })),
    ...(paid > 0 ? [{ key: "paid", name: "Paid already", amount: paid }] : []),
    ...setAside.map(({ subscriptionId, goalId, name, date, amount, saved, proposed: own }) => ({
      key: `${subscriptionId ?? goalId} ${date} set aside`,
      name,
      note: `${money(saved)} of ${money(amount)} by ${formatDay(date, today, locale)}`,
      amount: own,
    })),
  ];
  const beyond = minus(proposed, sum(listed.map(({ amount }) => amount)));
  const rest = { key: "beyond", name: BEYOND[from], amount: beyond };
  return (
    <WhySum from="bills, what is set aside, and the rest" rows={beyond > 0 ? [...listed, rest] : listed} />
  );
}

const BEYOND: Record<ProposalSource, string> = {
  zero: "",
  "last-month": "Planned last month beyond its bills",
  "last-year": "A year ago beyond its bills",
  average: "On average beyond what bills recorded",
};

function FromMonths({ row, month, from }: ProposedProps) {
  const today = useToday();
  const history = useQuery(budgetHistory(useOpenLedger().ledgerId, previousMonth(month), 12));
  const { id } = row.category;
  return (
    <WhyResult queries={{ history }} lines={3}>
      {(loaded) => {
        const budgets = loaded.history.flatMap((past) => past.budgets);
        const rows = startsOf(row, { month, today, from, budgets }).map(({ month: past, note, amount }) => ({
          key: past,
          name: (
            <WhyLink
              of={`${row.category.name} ${note.toLowerCase()}`}
              why={note === "Planned" ? `plan-${id}` : id}
              month={past}
              text={monthLabel(past)}
            />
          ),
          note,
          amount,
        }));
        return <WhySum amount={row.proposed} from={FROM[from](rows.length)} rows={rows} />;
      }}
    </WhyResult>
  );
}

function startsOf(
  row: Row,
  {
    month,
    today,
    from,
    budgets,
  }: { month: Month; today: Day; from: ProposalSource; budgets: readonly Budget[] },
) {
  const amountIn = (past: Month, of: "projected" | "actual") =>
    budgets.find(({ categoryId, month }) => categoryId === row.categoryId && month === past)?.[of] ?? ZERO;
  const planned = (past: Month, amount: Cents) => ({ month: past, note: "Planned", amount });
  const actual = (past: Month) => ({ month: past, note: "Actual", amount: amountIn(past, "actual") });
  switch (from) {
    case "zero":
      return [];
    case "last-month":
      return [planned(previousMonth(month), row.lastPlan)];
    case "last-year": {
      const lastYear = addMonthsTo(month, -12);
      const projected = amountIn(lastYear, "projected");
      return [projected > 0 ? planned(lastYear, projected) : actual(lastYear)];
    }
    case "average": {
      const months = proposalMonths(month, today);
      const known = budgets.filter((budget) => months.includes(budget.month));
      return averagedMonths(month, today, known).map(actual);
    }
  }
}

const FROM: Record<ProposalSource, (months: number) => string> = {
  zero: () => "from zero",
  "last-month": () => "as planned last month",
  "last-year": () => "as in the same month last year",
  average: (months) =>
    months === 1 ? "as in the month before, rounded" : `average of ${months} months, rounded`,
};
