import type { Category } from "@coffer/domain/category";
import type { Explained, ExplainedCard, ExplainedPart } from "@coffer/domain/explain";
import { monthLabel } from "@coffer/domain/month";
import type { Transaction } from "@coffer/domain/transaction";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { categoryList } from "../../api/categories.ts";
import { explanation } from "../../api/explain.ts";
import { TransactionDialog } from "../../forms/TransactionDialog.tsx";
import type { Why } from "../../search.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { SidePanel } from "../../ui/overlays/SidePanel.tsx";
import { parseWhy } from "./parse-why.ts";
import { WhyRows } from "./WhyRows.tsx";
import { WhySummary } from "./WhySummary.tsx";
import "./WhyPanel.css";

const CARDS: Record<ExplainedCard, string> = {
  budget: "Monthly Budget",
  income: "Income",
  expenses: "Expenses",
  remaining: "Remaining",
  left: "Left to spend",
  "planned-income": "Projected Income",
  "income-difference": "Income against its plan",
  "left-to-plan": "Left to plan",
};
const PARTS: Record<ExplainedPart, (name: string) => string> = {
  actual: (name) => name,
  plan: (name) => `${name}, planned`,
  difference: (name) => `${name}, plan against actual`,
};

/** What a number is made of: its rows, the months before, the usual amount. A transaction can be edited here. */
export function WhyPanel({ why }: { why: Why }) {
  const { budget, can } = useOpenBudget();
  const chosen = useMonth();
  const { explained, month = chosen } = parseWhy(why);
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Transaction | null>(null);
  const categories = useQuery(categoryList(budget));
  const explanations = useQuery(explanation(budget, month, explained));
  const title = titleOf(explained, categories.data);
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
          data={explanations.data && categories.data && { ...explanations.data, categories: categories.data }}
          from={[explanations, categories]}
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

function titleOf(explained: Explained, categories: readonly Category[] = []): string {
  if ("card" in explained) return CARDS[explained.card];
  const { categoryId, part } = explained;
  return PARTS[part](categories.find(({ id }) => id === categoryId)?.name ?? "Category");
}
