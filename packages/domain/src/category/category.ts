import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { folded } from "../text/folded.ts";
import type { CARRIES, CATEGORY_COLORS, CATEGORY_ICONS, CATEGORY_KINDS, FLOWS } from "./choices.ts";
import type { category } from "./definition.ts";

export type Flow = (typeof FLOWS)[number];

export type CategoryIcon = keyof typeof CATEGORY_ICONS;
export type CategoryColor = (typeof CATEGORY_COLORS)[number];
export type Carry = (typeof CARRIES)[number];
export type CategoryKind = (typeof CATEGORY_KINDS)[number];

export type Category = ThingOf<typeof category>;

/** Shown for a row without a category, or with a deleted one. */
const NONE = { name: "No category", icon: "category", color: "gray" };

export const categoryOf = ({ categoryId }: { categoryId: number | null }, categories: readonly Category[]) =>
  categories.find(({ id }) => id === categoryId) ?? NONE;

export const idsOf = (type: Flow, categories: readonly Pick<Category, "id" | "type">[]): Set<Id> =>
  new Set(categories.filter((category) => category.type === type).map(({ id }) => id));

/** Without a type the name decides: salary or income. `current` is offered even if it is archived. */
export function offeredFor<T extends { id?: Id; name: string; type?: Flow | null; archived?: boolean }>(
  type: Flow,
  categories: readonly T[],
  current?: Id,
): T[] {
  return categories
    .filter((category) => (category.type ?? typeFromName(category.name)) === type)
    .filter(({ id, archived }) => !archived || (current !== undefined && id === current));
}

/** Another category of the type with the same name, ignoring case, accents and spaces. */
export function namesake<T extends Pick<Category, "id" | "name" | "type">>(
  categories: readonly T[],
  { id, name, type }: { id: Id | undefined; name: string; type: Flow },
): T | undefined {
  const wanted = folded(name);
  return categories.find((one) => one.id !== id && one.type === type && folded(one.name) === wanted);
}

export const typeFromName = (name: string): Flow => (/salary|income/i.test(name) ? "income" : "expense");
