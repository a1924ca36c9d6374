import { type Category, categoryOf } from "@coffer/domain/category/category";
import { KIND_NAMES } from "@coffer/domain/category/choices";
import type { Month } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { toSpend } from "../../api/figures.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { WhyList } from "../../why/WhySum.tsx";

const REASONS = {
  chosen: "as chosen",
  goal: "for a goal",
  bills: "by its subscriptions",
  rhythm: "about the same comes once or twice a month",
  everyday: "",
};

/** The categories whose money is not to spend, and why. */
export function SetApart({ month, categories }: { month: Month; categories: Category[] }) {
  const { ledgerId } = useOpenLedger();
  const { data } = useQuery({ ...toSpend(ledgerId, month), meta: {} });
  const apart = data?.setApart.categories ?? [];
  if (apart.length === 0) return null;
  return (
    <section aria-labelledby="set-apart">
      <h3 id="set-apart">Set apart, so not in it</h3>
      <WhyList
        label="Set apart"
        rows={apart.map(({ categoryId, amount, kind, reason }) => {
          const category = categoryOf({ categoryId }, categories);
          return {
            key: categoryId,
            lead: <CategoryBadge {...category} size="small" />,
            name: category.name,
            note: `${KIND_NAMES[kind]}, ${REASONS[reason]}`,
            amount,
          };
        })}
      />
    </section>
  );
}
