import type { Explained } from "@coffer/domain/budget/explain";
import type { WhyTarget } from "@coffer/domain/link/links";
import { joinIds } from "@coffer/domain/link/links";
import { type Cents, cents } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel, yearOf } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { categoryList } from "../../api/categories.ts";
import { type Explanation, explanation } from "../../api/explain.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenBudget } from "../../selection/selection.ts";
import { MonthBars } from "../../ui/charts/MonthBars.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyFacts } from "../../why/WhyFacts.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";
import { WhyRows } from "./WhyRows.tsx";

/** The rows of a month's number, the months before, the usual amount. */
export function MonthWhy({ explained, month }: { explained: Explained; month: Month }) {
  const { budget } = useOpenBudget();
  const categories = useQuery(categoryList(budget));
  const isGone =
    "categoryIds" in explained &&
    categories.data &&
    !explained.categoryIds.every((id) => categories.data.some((category) => category.id === id));
  const explanations = useQuery({ ...explanation(budget, month, explained), enabled: !isGone });
  if (isGone) return <EmptyState illustration="categories" title="This category is not there any more" />;
  return (
    <WhyResult queries={{ explanations, categories }}>
      {(data) => (
        <>
          <Summary {...data.explanations} explained={explained} />
          <WhyRows {...data.explanations} categories={data.categories} />
        </>
      )}
    </WhyResult>
  );
}

function Summary({
  explained,
  amount,
  rows,
  months,
  usual,
  usualByNow,
  largest,
}: Explanation & { explained: Explained }) {
  const { money, whole } = useMoney();
  return (
    <WhyFacts
      amount={money(amount)}
      from={`from ${pluralize(rows.length, "row")}`}
      facts={[
        ...(usual === null ? [] : [["Usually", comparison(amount, usual, usualByNow, money)] as const]),
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
          months={months.map(({ month, ...one }) => {
            const label = monthLabel(month).slice(0, 3);
            const name = `${label} ${yearOf(month)}`;
            return { key: month, label, name, value: one.amount, amount: whole(one.amount) };
          })}
        />
      )}
    </WhyFacts>
  );
}

/** A month that is under way is compared with what was there by the same day. */
function comparison(
  amount: Cents,
  usual: Cents,
  byNow: Cents | null,
  money: (amount: Cents) => string,
): string {
  const whole = byNow === null ? "" : `, ${money(byNow)} of it by this day`;
  const compared = byNow ?? usual;
  if (amount === compared) return `${money(usual)} a month${whole}, exactly as now`;
  const by = money(cents(Math.abs(amount - compared)));
  return `${money(usual)} a month${whole}; this is ${by} ${amount > compared ? "more" : "less"}`;
}

function whyOf(explained: Explained): WhyTarget {
  if ("card" in explained) return explained.card;
  const ids = joinIds(explained.categoryIds);
  return explained.part === "actual" ? ids : `${explained.part}-${ids}`;
}
