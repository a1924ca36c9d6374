import type { Goal } from "@coffer/domain/goal";
import { useSetGoalStatus } from "../../api/goals.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";

export function StatusActions({ goal: { id, status } }: { goal: Goal }) {
  const change = useSetGoalStatus(useOpenBudget().budget);
  const pending = (to: Goal["status"]) => change.isPending && change.variables.status === to;
  if (status !== "in-progress") {
    return (
      <Button
        variant="secondary"
        size="small"
        icon="undo"
        pending={change.isPending}
        onClick={() => change.mutate({ id, status: "in-progress" })}
      >
        Reopen
      </Button>
    );
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        pending={pending("cancelled")}
        disabled={pending("completed")}
        onClick={() => change.mutate({ id, status: "cancelled" })}
      >
        Cancel goal
      </Button>
      <Button
        variant="secondary"
        size="small"
        icon="check"
        pending={pending("completed")}
        disabled={pending("cancelled")}
        onClick={() => change.mutate({ id, status: "completed" })}
      >
        Mark complete
      </Button>
    </>
  );
}
