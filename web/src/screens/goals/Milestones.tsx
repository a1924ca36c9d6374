import type { Goal } from "@coffer/domain/goal/goal";
import { useQuery } from "@tanstack/react-query";
import { useDeleteMilestone } from "../../api/goal-changes.ts";
import { goalMilestones, type ReachableMilestone } from "../../api/goals.ts";
import { useMoney } from "../../format/money.ts";
import { useDialog } from "../../forms/base/use-dialog.tsx";
import { lazyComponent } from "../../loading/lazy.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { EditButtons } from "../../ui/controls/EditButtons.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";

const MilestoneDialog = lazyComponent(() => import("../../forms/MilestoneDialog.tsx"), "MilestoneDialog");

export function Milestones({ goal }: { goal: Goal }) {
  const { money } = useMoney();
  const { ledgerId, can } = useOpenLedger();
  const milestones = useQuery(goalMilestones(ledgerId, goal.id));
  const mayChange = can("manage");
  const remove = useDeleteMilestone(ledgerId, goal.id);
  const { open, dialog } = useDialog();
  const edit = (milestone?: ReachableMilestone) =>
    open((close) => <MilestoneDialog goal={goal} milestone={milestone} onClose={close} />);
  const onDelete = ({ id }: ReachableMilestone) => remove.mutate({ milestoneId: id });
  const actions = { onEdit: edit, onDelete };
  return (
    <section aria-label="Milestones">
      <header className="split">
        <h3>Milestones</h3>
        {mayChange && (
          <Button size="small" icon="plus" onClick={() => edit()}>
            Add Milestone
          </Button>
        )}
      </header>
      <QueryResult queries={{ milestones }} failed="Failed to load milestones" height="2rem" lines={2}>
        {({ milestones: list }) =>
          list.length === 0 ? (
            <p className="muted">No milestones yet. Add one to track your progress!</p>
          ) : (
            <ul className="milestones">
              {list.map((milestone) => (
                <li key={milestone.id}>
                  <div className="milestone-name">
                    <p>{milestone.name}</p>
                    {milestone.description && <p className="muted">{milestone.description}</p>}
                  </div>
                  <WhyAmount why={`goal-${goal.id}`} text={money(milestone.amount)} />
                  {milestone.isReached ? <Badge tone="on-track">Reached</Badge> : <Badge>Not Reached</Badge>}
                  {mayChange && (
                    <div className="milestone-icons">
                      <EditButtons name={milestone.name} row={milestone} actions={actions} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      {dialog}
    </section>
  );
}
