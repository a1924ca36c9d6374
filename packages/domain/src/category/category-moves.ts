import type { Id } from "../id.ts";
import type { Category, Flow } from "./category.ts";
import { inOrder, type Place } from "./category-order.ts";
import { FLOWS } from "./choices.ts";

export type Target = { group: string | null; before: Id | null };
export type Step = -1 | 1;

type Ordered = Pick<Category, "id" | "type" | "group" | "position" | "archived">;

// Each function returns the resulting places of all categories, for `arrange`.

export function moveTo(categories: readonly Ordered[], id: Id, { group, before }: Target): Place[] {
  const all = asShown(categories);
  const moved = all.find((category) => category.id === id);
  if (!moved || id === before) return all.map(placeOf);
  const rest = all.filter((category) => category !== moved);
  const ofType = (category: Ordered) => category.type === moved.type && !category.archived;
  const found = rest.findIndex((category) =>
    before === null ? false : category.id === before && ofType(category),
  );
  const ofGroup = rest.findLastIndex((category) => ofType(category) && groupOf(category) === group);
  const at = found >= 0 ? found : (ofGroup >= 0 ? ofGroup : rest.findLastIndex(ofType)) + 1;
  return rest.toSpliced(at, 0, { ...moved, group }).map(placeOf);
}

/** Moves into the adjacent group at a group's edge; a group's only category moves its group. Undefined at the end of the list. */
export function stepCategory(categories: readonly Ordered[], id: Id, by: Step): Place[] | undefined {
  const own = categories.find((category) => category.id === id);
  if (!own || own.archived) return undefined;
  const rows = asShown(categories).filter(({ type, archived }) => type === own.type && !archived);
  const at = rows.findIndex((category) => category.id === id);
  const adjacent = rows[at + by];
  if (!adjacent) return undefined;
  const group = groupOf(own);
  const isAlone = rows.filter((category) => groupOf(category) === group).length === 1;
  if (isAlone && group !== null) return stepGroup(categories, own.type, group, by);
  if (by === -1)
    return moveTo(categories, id, {
      group: groupOf(adjacent),
      before: groupOf(adjacent) === group ? adjacent.id : null,
    });
  const after = groupOf(adjacent) === group ? rows[at + 2] : adjacent;
  const before = after && groupOf(after) === groupOf(adjacent) ? after.id : null;
  return moveTo(categories, id, { group: groupOf(adjacent), before });
}

/** Undefined if the group is unknown or at the end of the list. */
export function stepGroup(
  categories: readonly Ordered[],
  type: Flow,
  name: string | null,
  by: Step,
): Place[] | undefined {
  const all = asShown(categories);
  const isRow = (category: Ordered) => category.type === type && !category.archived;
  const groups = [...Map.groupBy(all.filter(isRow), groupOf)];
  const at = groups.findIndex(([group]) => group === name);
  const [moved, adjacent] = [groups[at], groups[at + by]];
  if (!moved || !adjacent) return undefined;
  const rows = groups
    .with(at, adjacent)
    .with(at + by, moved)
    .flatMap(([, group]) => group);
  return all.map((category) => placeOf(isRow(category) ? (rows.shift() ?? category) : category));
}

/** Renames a group, or merges it into an existing one of that name. */
export function renameGroup(categories: readonly Ordered[], type: Flow, from: string, to: string): Place[] {
  const renamed = categories.map((category) =>
    category.type === type && groupOf(category) === from ? { ...category, group: to } : category,
  );
  return asShown(renamed).map(placeOf);
}

export function archive(categories: readonly Ordered[], id: Id, archived: boolean): Place[] {
  const changed = categories.map((category) => (category.id === id ? { ...category, archived } : category));
  const own = changed.find((category) => category.id === id);
  return own && !archived
    ? moveTo(changed, id, { group: groupOf(own), before: null })
    : asShown(changed).map(placeOf);
}

export function groupNames(categories: readonly Ordered[], type: Flow): string[] {
  const names = asShown(categories)
    .filter((category) => category.type === type)
    .map(groupOf)
    .filter((name) => name !== null);
  return [...new Set(names)];
}

function asShown<T extends Ordered>(categories: readonly T[]): T[] {
  const ordered = inOrder(categories);
  const live = ordered.filter(({ archived }) => !archived);
  const rows = FLOWS.flatMap((flow) => {
    const ofFlow = live.filter(({ type }) => type === flow);
    return [...Map.groupBy(ofFlow, groupOf).values()].flat();
  });
  return [...rows, ...ordered.filter(({ archived }) => archived)];
}

const groupOf = ({ group }: Ordered): string | null => group ?? null;
const placeOf = ({ id, group = null, archived = false }: Ordered): Place => ({ id, group, archived });
