import type { Snapshots } from "@coffer/domain/activity/activity";
import type { Plan } from "@coffer/domain/budget/budget";
import type { StoredPlans } from "../budget/budgets.ts";
import type { Stores } from "../stores.ts";
import { newest } from "./recording.ts";
import { overwritten, type Undo, type Undone, unfitForUndo } from "./undo-step.ts";

type NeededStores = Pick<Stores, "budgets">;

export async function undoPlan(
  { budgets }: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"plan">,
): Promise<Undone> {
  const { before: to, after: from } = entry;
  const plan = to ?? from;
  if (!plan) return "changed";
  const { month, categoryId } = plan;
  const { plans, versions } = await budgets.plans(ownerId, month);
  const now = { kind: "plan", value: plans.get(categoryId) ?? null } as const;
  const over = overwritten<"plan">(from, now.value, now, overwrite);
  const version = versions.get(categoryId) ?? null;
  const changes = [{ categoryId, projected: to?.projected ?? null, version }];
  const outcome = await budgets.savePlans(ownerId, month, changes, record(version ?? undefined, over));
  if (outcome === "noCategory") throw unfitForUndo(outcome);
  return outcome;
}

/** A month that was planned at once, or whose actuals were reset. */
export function undoMonth(stores: NeededStores, undo: Undo<"month">): Promise<Undone> {
  const isPlanned = (undo.entry.before ?? undo.entry.after)?.plans !== undefined;
  return isPlanned ? undoPlannedMonth(stores, undo) : undoReset(stores, undo);
}

async function undoPlannedMonth(
  { budgets }: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"month">,
): Promise<Undone> {
  const { before: to, after: from } = entry;
  if (!to || !from) return "changed";
  const { month } = to;
  const stored = await budgets.plans(ownerId, month);
  const ids = [...new Set([...plansOf(from), ...plansOf(to)].map(({ categoryId }) => categoryId))];
  const now = { month, plans: ids.flatMap((id) => stored.plans.get(id) ?? []) };
  const current = { kind: "month", value: now } as const;
  const over = overwritten<"month">(sorted(from), sorted(now), current, overwrite);
  const planned = new Map(plansOf(to).map((plan) => [plan.categoryId, plan.projected]));
  const changes = ids.map((categoryId) => ({
    categoryId,
    projected: planned.get(categoryId) ?? null,
    version: stored.versions.get(categoryId) ?? null,
  }));
  const outcome = await budgets.savePlans(ownerId, month, changes, record(newestOf(stored), over));
  if (outcome === "noCategory") throw unfitForUndo(outcome);
  return outcome;
}

async function undoReset(
  { budgets }: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"month">,
): Promise<Undone> {
  const { before: to, after: from } = entry;
  if (!to || !from) return "changed";
  const { month, resetAt = null } = to;
  const { resetAt: current, version } = await budgets.monthReset(ownerId, month);
  const now = { month, resetAt: current };
  const left = { month, resetAt: from.resetAt ?? null };
  const over = overwritten<"month">(left, now, { kind: "month", value: now }, overwrite);
  return budgets.saveReset(ownerId, month, version, resetAt, record(version ?? undefined, over));
}

const plansOf = ({ plans = [] }: Snapshots["month"]): Plan[] => plans;
const sorted = ({ month, plans = [] }: Snapshots["month"]) => ({
  month,
  plans: plans.toSorted((a, b) => a.categoryId - b.categoryId),
});
const newestOf = ({ versions }: StoredPlans) => newest([...versions.values()]);
