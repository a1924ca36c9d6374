import type { Snapshots } from "@coffer/domain/activity/activity";
import type { Category } from "@coffer/domain/category/category";
import { typeIsFixed, unfitTarget } from "../category/categories.ts";
import type { Stores } from "../stores.ts";
import { newest, type Versioned } from "./recording.ts";
import { changedSince, overwritten, type Undo, type Undone } from "./undo-step.ts";

type NeededStores = Pick<Stores, "categories">;

/** A deletion is undone by taking the mark off again: all that belonged to the category is simply back. */
export async function undoCategory(
  { categories }: NeededStores,
  { ownerId, entry, record, overwrite }: Undo<"category">,
): Promise<Undone> {
  const { before: to, after: from } = entry;
  if (from?.others) return undoOrder({ categories }, { ownerId, entry, record, overwrite });
  const { id } = to ?? from ?? { id: 0 };
  const current = await categories.get(ownerId, id);
  const now = { kind: "category", value: current?.value ?? null } as const;
  const over = overwritten<"category">(from && categoryIn(from), now.value, now, overwrite);
  const recording = record(current?.version, over);
  if (!current) {
    if (await categories.restore(ownerId, id, recording)) return "saved";
    throw changedSince(now);
  }
  if (to) {
    const outcome = await categories.replace(ownerId, current, categoryIn(to), recording);
    if (outcome === "transactions" || outcome === "subscriptions") throw typeIsFixed(outcome);
    return outcome;
  }
  // What came into it since it was created would go with it.
  const isNew = from?.movedTo === undefined;
  if (isNew && (await categories.usage(ownerId, id))?.transactions) throw changedSince(now);
  const outcome = await categories.remove(ownerId, current, from?.movedTo?.id ?? null, recording);
  if (outcome === "unfit") throw unfitTarget();
  return outcome === "removed" ? "saved" : outcome;
}

/** Categories that were put in order go back to where each of them was. */
async function undoOrder(
  { categories }: NeededStores,
  { ownerId, entry, record }: Undo<"category">,
): Promise<Undone> {
  const stored = await categories.listVersioned(ownerId);
  const to = new Map(allIn(entry.before).map((category) => [category.id, category]));
  const changes: { before: Versioned<Category>; after: Category }[] = [];
  for (const left of allIn(entry.after)) {
    const before = stored.find(({ value }) => value.id === left.id);
    const now = { kind: "category", value: before?.value ?? null } as const;
    // An order is of all of them: what changed since is not overwritten.
    overwritten<"category">(left, now.value, now, false);
    const after = to.get(left.id);
    if (before && after) changes.push({ before, after });
  }
  const version = newest(changes.map(({ before }) => before.version));
  return categories.replaceAll(ownerId, changes, record(version));
}

const allIn = (snapshot: Snapshots["category"] | null): Category[] =>
  snapshot ? [categoryIn(snapshot), ...(snapshot.others ?? [])] : [];

/** The category alone, without what else an entry says about its change. */
function categoryIn(snapshot: Snapshots["category"]): Category {
  const { transactions: _, movedTo: _to, plan: _plan, others: _others, ...category } = snapshot;
  return category;
}
