import type { Snapshots } from "@coffer/domain/activity/activity";
import { tooManyMilestones } from "../goal/goals.ts";
import { Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import { newest } from "./recording.ts";
import { overwritten, type Undo, type Undone, unfitForUndo } from "./undo-step.ts";

type NeededStores = Pick<Stores, "goals" | "milestones">;

/** A goal comes and goes with its milestones. */
export async function undoGoal(
  stores: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"goal">,
): Promise<Undone> {
  const { before: to, after: from } = entry;
  const { id } = to ?? from ?? { id: 0 };
  const [current, milestones] = await Promise.all([
    stores.goals.get(ownerId, id),
    to ? [] : stores.milestones.list(ownerId, id),
  ]);
  const own = milestones.map(({ value }) => value);
  const value = current ? { ...current.value, ...(!to && { milestones: own }) } : null;
  const left = from && (to ? goalIn(from) : { ...from, milestones: from.milestones ?? [] });
  const over = overwritten<"goal">(left, value, { kind: "goal", value }, overwrite);
  if (!to) {
    if (!current) return "changed";
    const version = newest([current.version, ...milestones.map((one) => one.version)]);
    return stores.goals.remove(ownerId, current, milestones, record(version, over));
  }
  const recording = record(current?.version, over);
  const outcome = current
    ? await stores.goals.replace(ownerId, current, goalIn(to), recording)
    : await stores.goals.add(ownerId, goalIn(to), to.milestones ?? [], recording);
  if (outcome === "noCategory") throw unfitForUndo(outcome);
  return typeof outcome === "string" ? "changed" : "saved";
}

export async function undoMilestone(
  { milestones }: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"milestone">,
): Promise<Undone> {
  const { before: to, after: from } = entry;
  const one = to ?? from;
  if (!one) return "changed";
  const current = await milestones.get(ownerId, one.goalId, one.id);
  const value = current?.value ?? null;
  const over = overwritten<"milestone">(from, value, { kind: "milestone", value }, overwrite);
  const recording = record(current?.version, over);
  if (!to) return current ? milestones.remove(ownerId, current, recording) : "changed";
  if (current) return milestones.replace(ownerId, current, to, recording);
  const outcome = await milestones.add(ownerId, to, recording);
  if (outcome === "noGoal") throw new Refusal("conflict", "Its goal was deleted. Undo that first.");
  if (outcome === "full") throw tooManyMilestones();
  return typeof outcome === "string" ? "changed" : "saved";
}

function goalIn({ milestones: _, ...goal }: Snapshots["goal"]) {
  return goal;
}
