import type { Category } from "@coffer/domain/category";
import { pluralize } from "@coffer/domain/plural";
import { ruleApplies } from "@coffer/domain/rule";
import { useQuery } from "@tanstack/react-query";
import { transactionsLike } from "../../api/transactions.ts";
import { categoryOf } from "../../shell/category-of.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useOpenBudget } from "../../shell/selection.ts";

const SHOWN = 5;

/** Which of the latest transactions a rule would have applied to. */
export function RuleTrial({ contains, categories }: { contains: string; categories: readonly Category[] }) {
  const { budget } = useOpenBudget();
  const found = useQuery(transactionsLike(budget, contains));
  return (
    <div role="status">
      <QueryResult
        queries={{ found }}
        failed="Failed to try the rule"
        pending={<p className="muted">Looking...</p>}
      >
        {({ found: { rows, cursor } }) => {
          const hits = rows.filter(({ description }) => ruleApplies({ contains }, description));
          const more = cursor ? " or more" : "";
          return (
            <>
              <p>{`“${contains}” stands in ${pluralize(hits.length, "transaction")}${more} of yours.`}</p>
              <ul className="muted">
                {hits.slice(0, SHOWN).map((hit) => (
                  <li key={hit.id}>{`${hit.description} (${categoryOf(hit, [...categories]).name})`}</li>
                ))}
              </ul>
            </>
          );
        }}
      </QueryResult>
    </div>
  );
}
