import { formatDay } from "@coffer/domain/day";
import { sum } from "@coffer/domain/money";
import { pluralize } from "@coffer/domain/plural";
import { UPCOMING_DAYS, upcoming } from "@coffer/domain/subscription";
import { useQuery } from "@tanstack/react-query";
import { categoryList } from "../../api/categories.ts";
import { subscriptionList } from "../../api/subscriptions.ts";
import { categoryOf } from "../../shell/category-of.ts";
import { useMoney } from "../../shell/money.ts";
import { useOpenBudget, useToday } from "../../shell/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { WhyFacts } from "../../why/WhyFacts.tsx";
import { WhyList } from "../../why/WhyList.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";

/** The payments of the next days. */
export function PaymentsWhy() {
  const { budget } = useOpenBudget();
  const { money } = useMoney();
  const today = useToday();
  const categories = useQuery(categoryList(budget));
  const subscriptions = useQuery(subscriptionList(budget));
  return (
    <WhyResult queries={{ categories, subscriptions }}>
      {(data) => {
        const due = upcoming(data.subscriptions, today);
        return (
          <>
            <WhyFacts
              amount={money(sum(due.map(({ amount }) => amount)))}
              from={`in ${pluralize(due.length, "payment")} within ${UPCOMING_DAYS} days`}
            />
            <WhyList
              none="No payment is due."
              rows={due.map((one) => {
                const { icon, color } = categoryOf(one, data.categories);
                return {
                  key: one.id,
                  lead: <CategoryBadge icon={icon} color={color} size="small" />,
                  name: one.name,
                  note: `Due ${formatDay(one.nextPaymentDate, today)}`,
                  amount: one.amount,
                };
              })}
            />
          </>
        );
      }}
    </WhyResult>
  );
}
