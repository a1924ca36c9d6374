import { type Category, categoryOf } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { ruleApplies } from "@coffer/domain/rule/rule";
import { pluralize } from "@coffer/domain/text/plural";
import { useQuery } from "@tanstack/react-query";
import { rulePreview, useApplyRule } from "../../api/rules.ts";
import { transactionSearch } from "../../api/transactions.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";

const SHOWN = 5;

type Props = { ruleId: Id; categories: readonly Category[]; onDone: () => void };

/** The changes that a rule would make to existing transactions, and the button that makes them. */
export function RuleTrial({ ruleId, categories, onDone }: Props) {
  const { ledgerId, can } = useOpenLedger();
  const preview = useQuery(rulePreview(ledgerId, ruleId));
  const apply = useApplyRule(ledgerId);
  return (
    <div role="status" className="stack">
      <QueryResult queries={{ preview }} failed="Failed to try the rule" pending="Looking...">
        {({ preview: { changes, more } }) => (
          <>
            <p>
              {changes.length === 0
                ? "This rule changes no existing transaction."
                : `This rule changes ${pluralize(changes.length + more, "existing transaction")}.`}
            </p>
            <ul className="muted">
              {changes.slice(0, SHOWN).map(({ id, before, after }) => {
                const becomes = after
                  ? `${after.description} (${categoryOf(after, [...categories]).name})`
                  : "own transfer, in no figure";
                return (
                  <li key={id}>
                    {`${before.description} (${categoryOf(before, [...categories]).name}) → ${becomes}`}
                  </li>
                );
              })}
            </ul>
            <div className="row">
              {changes.length > 0 && can("transactions") && (
                <Button
                  size="small"
                  variant="secondary"
                  pending={apply.isPending}
                  pendingLabel="Applying..."
                  onClick={() => apply.mutate(ruleId, { onSuccess: onDone })}
                >
                  {`Apply to ${more > 0 ? `the newest ${changes.length}` : pluralize(changes.length, "transaction")}`}
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={onDone}>
                Close
              </Button>
            </div>
          </>
        )}
      </QueryResult>
    </div>
  );
}

/** Shown below a rule that is not saved yet. */
export function DraftTrial({ contains, categories }: Pick<Props, "categories"> & { contains: string }) {
  const { ledgerId } = useOpenLedger();
  const found = useQuery(transactionSearch(ledgerId, { text: contains }));
  return (
    <div role="status">
      <QueryResult queries={{ found }} failed="Failed to try the rule" pending="Looking...">
        {({ found: { rows, cursor } }) => {
          const hits = rows.filter(({ description }) => ruleApplies({ contains }, { description }));
          const more = cursor ? " or more" : "";
          return (
            <>
              <p>{`“${contains}” is in the description of ${pluralize(hits.length, "transaction")}${more}.`}</p>
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
