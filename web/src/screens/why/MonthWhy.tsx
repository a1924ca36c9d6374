import type { Explained } from "@coffer/domain/explain";
import type { Month } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { categoryList } from "../../api/categories.ts";
import { explanation } from "../../api/explain.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useOpenBudget } from "../../shell/selection.ts";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
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
    <QueryResult
      data={explanations.data && categories.data && { ...explanations.data, categories: categories.data }}
      from={[explanations, categories]}
      failed="Failed to load what this is made of"
      pending={<Skeleton lines={8} />}
    >
      {(data) => (
        <>
          <WhySummary {...data} explained={explained} />
          <WhyRows {...data} />
        </>
      )}
    </QueryResult>
  );
}
