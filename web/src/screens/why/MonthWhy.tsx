import type { Explained } from "@coffer/domain/explain";
import type { Month } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { categoryList } from "../../api/categories.ts";
import { explanation } from "../../api/explain.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";
import { WhyRows } from "./WhyRows.tsx";
import { WhySummary } from "./WhySummary.tsx";

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
          <WhySummary {...data.explanations} explained={explained} />
          <WhyRows {...data.explanations} categories={data.categories} />
        </>
      )}
    </WhyResult>
  );
}
