import { RouterButton } from "../../links/router-links.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import type { Filters } from "./use-found.ts";

type Props = {
  filters: Pick<Filters, "isFiltered" | "all" | "clear">;
  /** A transaction needs a category: without one the link leads to the budget. */
  needsCategory: boolean;
  onAdd: (() => void) | undefined;
};

export function NoTransactions({ filters, needsCategory, onAdd }: Props) {
  const { isFiltered, all, clear } = filters;
  if (isFiltered) {
    const clearButton = (
      <Button variant="secondary" onClick={clear}>
        Clear filters
      </Button>
    );
    return (
      <EmptyState illustration="search" title="No transactions found" action={clearButton}>
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
