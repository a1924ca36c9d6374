import type { Id } from "@coffer/domain/id";
import { sum } from "@coffer/domain/money/money";
import { type Month, monthLabel, yearOf } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { explanation } from "../../api/figures.ts";
import { useMoney } from "../../format/money.ts";
import { useCategories, useOpenLedger } from "../../selection/selection.ts";
import { Amount } from "../../ui/display/Amount.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyFacts, WhyResult } from "../../why/WhySum.tsx";
import { WhyRows } from "./WhyRows.tsx";

type Props = { between: { from: Id; to: Id } | undefined; month: Month };

export function BalanceWhy({ between, month: shown }: Props) {
  const { ledgerId } = useOpenLedger();
  const { money } = useMoney();
  const categories = useCategories();
  const balance = useQuery(explanation(ledgerId, shown, { card: "balance", ...(between && { between }) }));
  const why = between ? (`owed-${between.from}_${between.to}` as const) : "balance";
  return (
    <WhyResult queries={{ categories, balance }}>
      {({ categories, balance: { amount, rows, months } }) => (
        <>
          <WhyFacts amount={amount} from="owed in all" />
          <WhyRows rows={rows} categories={categories} />
          {[...Map.groupBy(months, ({ month }) => yearOf(month))].reverse().map(([year, own]) => (
            <section key={year} aria-label={String(year)}>
              <ul className="why-rows">
                <li className="why-total">
                  <p className="grow">{year}</p>
                  <Amount text={money(sum(own.map(({ amount }) => amount)))} />
                </li>
                {own.toReversed().map(({ month, amount }) => (
                  <li key={month} aria-current={month === shown || undefined}>
                    <p className="grow">{monthLabel(month)}</p>
                    <WhyLink of={monthLabel(month)} why={why} month={month} text={money(amount)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </WhyResult>
  );
}
