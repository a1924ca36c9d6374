import type { Explained } from "@coffer/domain/explain";
import { type Cents, cents } from "@coffer/domain/money";
import { monthLabel, monthOf, yearOf } from "@coffer/domain/month";
import { pluralize } from "@coffer/domain/plural";
import type { Explanation } from "../../api/explain.ts";
import type { Explained as WhyLinked } from "../../search.ts";
import { useMoney } from "../../shell/money.ts";
import { severalOf, WhyLink } from "../../shell/WhyLink.tsx";
import { MonthBars } from "../../ui/charts/MonthBars.tsx";
import { WhyFacts } from "../../why/WhyFacts.tsx";

type Props = Explanation & { explained: Explained };

/** The sum, what is usual, the largest row and the course of the months. */
export function WhySummary({ explained, amount, rows, months, usual, largest }: Props) {
  const { money, whole } = useMoney();
  return (
    <WhyFacts
      amount={money(amount)}
      from={`from ${pluralize(rows.length, "row")}`}
      facts={[
        ...(usual === null ? [] : [["Usually", comparison(amount, usual, money)] as const]),
        ...(largest?.kind === "transaction"
          ? [["Largest", `${largest.transaction.description}, ${money(largest.amount)}`] as const]
          : []),
      ]}
    >
      {months.length > 1 && (
        <MonthBars
          label={`The last ${months.length} months`}
          wrap={(month, text) => (
            <WhyLink why={whyOf(explained)} month={month}>
              {text}
            </WhyLink>
          )}
          months={months.flatMap((one) => {
            const month = monthOf(one.year, one.month);
            if (!month) return [];
            const label = monthLabel(month).slice(0, 3);
            const name = `${label} ${yearOf(month)}`;
            return [{ key: month, label, name, value: one.amount, amount: whole(one.amount) }];
          })}
        />
      )}
    </WhyFacts>
  );
}

function comparison(amount: Cents, usual: Cents, money: (amount: Cents) => string): string {
  if (amount === usual) return `${money(usual)} a month, exactly as now`;
  const by = money(cents(Math.abs(amount - usual)));
  return `${money(usual)} a month; this is ${by} ${amount > usual ? "more" : "less"}`;
}

function whyOf(explained: Explained): WhyLinked {
  if ("card" in explained) return explained.card;
  const ids = severalOf(explained.categoryIds);
  return explained.part === "actual" ? ids : `${explained.part}-${ids}`;
}
