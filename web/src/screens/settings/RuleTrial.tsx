import { type Category, categoryOf } from "@coffer/domain/category/category";
import { ruleApplies } from "@coffer/domain/rule/rule";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import { transactionSearch } from "../../api/transactions.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger } from "../../selection/selection.ts";

const SHOWN = 5;

export function RuleTrial({ contains, categories }: { contains: string; categories: readonly Category[] }) {
  const { ledgerId } = useOpenLedger();
  const found = useQuery(transactionSearch(ledgerId, { text: contains }));
  return (
    <div role="status">
      <QueryResult queries={{ found }} failed="Failed to try the rule" pending="Looking...">
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
