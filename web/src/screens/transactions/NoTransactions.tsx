import { RouterButton } from "../../links/router-links.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import type { useFilters } from "./use-found.ts";

type Props = {
  filters: Pick<ReturnType<typeof useFilters>, "isFiltered" | "all" | "clear" | "narrow">;
  /** True if there is no category yet: the link then leads to the budget. */
  needsCategory: boolean;
  onAdd: (() => void) | undefined;
};

export function NoTransactions({ filters, needsCategory, onAdd }: Props) {
  const { isFiltered, all, clear, narrow } = filters;
  if (isFiltered) {
    const actions = (
      <span className="row">
        {!all && <Button onClick={() => narrow({ all: true })}>Search all months</Button>}
        <Button variant="secondary" onClick={clear}>
          Clear filters
        </Button>
      </span>
    );
    return (
      <EmptyState illustration="search" title="No transactions found" action={actions}>
        {all ? "Nothing" : "Nothing this month"} matches what you are looking for.
      </EmptyState>
    );
  }
  const addButton = onAdd && (
    <Button icon="plus" onClick={onAdd}>
      Record the first one
    </Button>
  );
  const action = needsCategory ? <RouterButton to="/budget">Add a category first</RouterButton> : addButton;
  return (
    <EmptyState illustration="transactions" title="No transactions found" action={action}>
      {all ? "Nothing has been recorded yet." : "Nothing has been recorded in this month."}
    </EmptyState>
  );
}
