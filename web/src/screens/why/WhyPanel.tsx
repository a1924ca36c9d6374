import type { Category } from "@coffer/domain/category";
import { monthLabel } from "@coffer/domain/month";
import type { Transaction } from "@coffer/domain/transaction";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { categoryList } from "../../api/categories.ts";
import { explanation } from "../../api/explain.ts";
import { TransactionDialog } from "../../forms/TransactionDialog.tsx";
import type { Explained } from "../../search.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { WhyRows } from "./WhyRows.tsx";
import { WhySummary } from "./WhySummary.tsx";
import "./WhyPanel.css";

const CARDS = {
  budget: "Monthly Budget",
  income: "Income",
  expenses: "Expenses",
  remaining: "Remaining",
} as const;

/** What a number is made of: its rows, the months before, the usual amount. A transaction can be edited here. */
export function WhyPanel({ why }: { why: Explained }) {
  const { budget, can } = useOpenBudget();
  const month = useMonth();
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Transaction | null>(null);
  const categories = useQuery(categoryList(budget));
  const explained = useQuery(explanation(budget, month, why));
  const title = titleOf(why, categories.data);
  const close = () =>
    void navigate({ to: ".", search: (search) => ({ ...search, why: undefined }), resetScroll: false });
  return (
    <>
      <SidePanel
        side="end"
        label={`What ${title} is made of`}
        closeLabel="Close"
        heading={
          <h2>
            {title}, {monthLabel(month)}
          </h2>
        }
        onClose={close}
      >
        <QueryResult
          data={explained.data && categories.data && { ...explained.data, categories: categories.data }}
          from={[explained, categories]}
          failed="Failed to load what this is made of"
          pending={<Skeleton lines={8} />}
        >
          {(data) => (
            <>
              <WhySummary {...data} />
              <WhyRows {...data} {...(can("transactions") && { onEdit: setEdited })} />
            </>
          )}
        </QueryResult>
      </SidePanel>
      {edited && <TransactionDialog transaction={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function titleOf(why: Explained, categories: readonly Category[] = []): string {
  if (typeof why !== "number") return CARDS[why];
  return categories.find(({ id }) => id === why)?.name ?? "Category";
}
