import type { Id } from "@coffer/domain/id";
import { type Cents, sum } from "@coffer/domain/money/money";
import { type Month, monthLabel, yearOf } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { categoryList } from "../../api/categories.ts";
import { explanation } from "../../api/explain.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { Amount } from "../../ui/display/Amount.tsx";
import { WhyFacts } from "../../why/WhyFacts.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";
import { WhyRows } from "./WhyRows.tsx";

type Between = { from: Id; to: Id } | undefined;
type Props = { between: Between; month: Month };

/** One person's debt to another: the rows of a month, and what each year and each of its months adds. */
export function BalanceWhy({ between, month }: Props) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const categories = useQuery(categoryList(ledgerId));
  const rows = useQuery(explanation(ledgerId, month, { card: "balance", ...(between && { between }) }));
  return (
    <WhyResult queries={{ categories, rows }}>
      {(data) => (
        <>
          <WhyFacts amount={money(data.rows.amount)} from="owed in all" />
          <WhyRows rows={data.rows.rows} categories={data.categories} />
          <Years months={data.rows.months} between={between} shown={month} />
        </>
      )}
    </WhyResult>
  );
}

type YearsProps = { months: { month: Month; amount: Cents }[]; between: Between; shown: Month };

function Years({ months, between, shown }: YearsProps) {
  const { money } = useMoney();
  const years = [...Map.groupBy(months, ({ month }) => yearOf(month))].reverse();
  return years.map(([year, own]) => (
    <section key={year} aria-label={String(year)}>
      <ul className="why-rows">
        <li className="why-total">
          <p className="grow">{year}</p>
          <Amount text={money(sum(own.map(({ amount }) => amount)))} />
        </li>
        {own.toReversed().map(({ month, amount }) => (
          <li key={month} aria-current={month === shown || undefined}>
            <p className="grow">{monthLabel(month)}</p>
            <WhyLink why={between ? `owed-${between.from}_${between.to}` : "balance"} month={month}>
              {money(amount)}
            </WhyLink>
          </li>
        ))}
      </ul>
    </section>
  ));
}
