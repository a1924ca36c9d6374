import { Button } from "../../ui/base/Button.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";

type Props = {
  /** Whether there is no goal at all. */
  first: boolean;
  /** Undefined without the permission. */
  onCreate: (() => void) | undefined;
};

export function NoGoals({ first, onCreate }: Props) {
  return (
    <EmptyState
      illustration="goals"
      title="No financial goals found."
      action={
        onCreate && (
          <Button icon="plus" variant={first ? "primary" : "secondary"} onClick={onCreate}>
            {first ? "Create your first goal" : "Create Goal"}
          </Button>
        )
      }
    >
      {first
        ? "A name, an amount and a date: that is all it takes to see how far you have come."
        : "No goal has this status."}
    </EmptyState>
  );
}
