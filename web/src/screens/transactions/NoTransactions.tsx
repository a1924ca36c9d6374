import { RouterButton } from "../../links/router-links.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import type { useFilters } from "./use-filters.ts";

type Props = {
  filters: Pick<ReturnType<typeof useFilters>, "isFiltered" | "all" | "clear">;
  /** A transaction needs a category: without one the link leads to the budget. */
  needsCategory: boolean;
  onAdd: (() => void) | undefined;
};

export function NoTransactions({ filters: { isFiltered, all, clear }, needsCategory, onAdd }: Props) {
  if (isFiltered) {
    return (
      <EmptyState
        illustration="search"
        title="No transactions found"
        action={
          <Button variant="secondary" onClick={clear}>
            Clear filters
          </Button>
        }
      >
        {all ? "Nothing" : "Nothing this month"} matches what you are looking for.
      </EmptyState>
    );
  }
  const addButton = onAdd && (
    <Button icon="plus" onClick={onAdd}>
      Record the first one
    </Button>
  );
  return (
    <EmptyState
      illustration="transactions"
      title="No transactions found"
      action={needsCategory ? <RouterButton to="/budget">Add a category first</RouterButton> : addButton}
    >
      {all ? "Nothing has been recorded yet." : "Nothing has been recorded in this month."}
    </EmptyState>
  );
}
