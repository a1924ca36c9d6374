import type { Goal } from "@coffer/domain/goal";
import type { ComponentProps } from "react";
import { useSetGoalStatus } from "../../api/goals.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";

export function StatusActions({ goal: { id, status } }: { goal: Goal }) {
  const change = useSetGoalStatus(useOpenBudget().budget);
  const pending = change.isPending ? change.variables.status : undefined;
  const buttonTo = (to: Goal["status"]): ComponentProps<typeof Button> => ({
    size: "small",
    pending: pending === to,
    disabled: pending !== undefined && pending !== to,
    onClick: () => change.mutate({ id, status: to }),
  });
  if (status !== "in-progress") {
    return (
      <Button variant="secondary" icon="undo" {...buttonTo("in-progress")}>
        Reopen
      </Button>
    );
  }
  return (
    <>
      <Button variant="quiet" {...buttonTo("cancelled")}>
        Cancel goal
      </Button>
      <Button variant="secondary" icon="check" {...buttonTo("completed")}>
        Mark complete
      </Button>
    </>
  );
}
