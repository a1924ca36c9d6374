import type { Explained } from "@coffer/domain/explain";
import type { Month } from "@coffer/domain/month";
import type { Transaction } from "@coffer/domain/transaction";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { categoryList } from "../../api/categories.ts";
import { explanation } from "../../api/explain.ts";
import { TransactionDialog } from "../../forms/TransactionDialog.tsx";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useOpenBudget } from "../../shell/selection.ts";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { WhyRows } from "./WhyRows.tsx";
import { WhySummary } from "./WhySummary.tsx";

/** The rows of a month's number, the months before, the usual amount. A transaction can be edited here. */
export function MonthWhy({ explained, month }: { explained: Explained; month: Month }) {
  const { budget, can } = useOpenBudget();
  const [edited, setEdited] = useState<Transaction | null>(null);
  const categories = useQuery(categoryList(budget));
  const explanations = useQuery(explanation(budget, month, explained));
  return (
    <>
      <QueryResult
        data={explanations.data && categories.data && { ...explanations.data, categories: categories.data }}
        from={[explanations, categories]}
        failed="Failed to load what this is made of"
        pending={<Skeleton lines={8} />}
      >
        {(data) => (
          <>
            <WhySummary {...data} explained={explained} />
            <WhyRows {...data} {...(can("transactions") && { onEdit: setEdited })} />
          </>
        )}
      </QueryResult>
      {edited && <TransactionDialog transaction={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
