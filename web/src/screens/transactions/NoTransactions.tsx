import { RouterButton } from "../../shell/links.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";

type Props = {
  /** Given where filters hide everything. */
  onClear?: () => void;
  /** Given without filters, where adding is permitted. */
  onAdd?: () => void;
  /** A transaction needs a category: without one the link leads to the budget. */
  needsCategory?: boolean;
  /** Whether all months were looked through. */
  all: boolean;
};

export function NoTransactions({ onClear, onAdd, needsCategory, all }: Props) {
  if (onClear) {
    return (
      <EmptyState
        illustration="search"
        title="No transactions found"
        action={
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        }
      >
        {all ? "Nothing" : "Nothing this month"} matches what you are looking for.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration="transactions"
      title="No transactions found"
      action={
        needsCategory ? (
          <RouterButton to="/budget">Add a category first</RouterButton>
        ) : (
          onAdd && (
            <Button icon="plus" onClick={onAdd}>
              Record the first one
            </Button>
          )
        )
      }
    >
      {all ? "Nothing has been recorded yet." : "Nothing has been recorded in this month."}
    </EmptyState>
  );
}
