import type { Category } from "@coffer/domain/category/category";
import type { Rule } from "@coffer/domain/rule/rule";
import { useQuery } from "@tanstack/react-query";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { RuleEditor } from "./RuleEditor.tsx";
import { reads } from "./reads.ts";

/** The rules by which imported and entered transactions find their categories. */
export function Rules() {
  const { ledgerId, can } = useOpenLedger();
  const read = reads({ ledgerId });
  const rules = useQuery(read.rules);
  const categories = useQuery(read.categories);
  return (
    <Card
      title="Rules"
      description="Text in the description sets the category. The first rule that applies wins."
    >
      <QueryResult
        queries={{ rules, categories }}
        failed="Failed to load rules"
        pending={<p className="muted">Loading...</p>}
      >
        {(data) =>
          can("categories") ? (
            // Starts again from the stored rules when they change.
            <RuleEditor key={JSON.stringify(data.rules)} {...data} />
          ) : (
            <RuleList {...data} />
          )
        }
      </QueryResult>
    </Card>
  );
}

function RuleList({ rules, categories }: { rules: Rule[]; categories: Category[] }) {
  if (rules.length === 0) return <p className="muted">No rules</p>;
  const nameOf = (rule: Rule) =>
    rule.leaveOut ? "left out" : categories.find(({ id }) => id === rule.categoryId)?.name;
  return (
    <ol className="rules">
      {rules.map((rule) => (
        <li key={rule.id}>{`“${rule.contains}” → ${nameOf(rule)}`}</li>
      ))}
    </ol>
  );
}
