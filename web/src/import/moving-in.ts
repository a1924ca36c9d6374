import type { FileCategory, FilePlan } from "@coffer/bank-files/bank-file";
import type { Carry, Category } from "@coffer/domain/category/category";
import { inOrder, type Place } from "@coffer/domain/category/category-order";
import { CATEGORY_COLORS } from "@coffer/domain/category/choices";
import { CEILINGS, MONTHS_AHEAD } from "@coffer/domain/ceilings";
import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { type Cents, cents, ZERO } from "@coffer/domain/money/money";
import { foldedWords } from "@coffer/domain/text/folded";
import { addMonthsTo, type Month, previousMonth } from "@coffer/domain/time/month";
import type { ImportedFile } from "./imported-file.ts";

/** What another program's file has in addition to rows. */
type FileContents = Pick<ImportedFile, "source" | "categories" | "plans">;

/** Programs whose categories carry what is left into the next month. */
const KEEPING = ["YNAB", "Actual Budget", "Goodbudget"];
export type Opening = { month: Month; amount: Cents };

/** An existing category, or an added one by its index in `adds`. */
export type CategoryRef = { id: Id } | { added: number };

type NewCategory = {
  name: string;
  type: Category["type"];
  icon: Category["icon"];
  color: Category["color"];
  group: string | null;
  carry?: Carry;
  opening?: Opening;
};

export type Move = {
  adds: NewCategory[];
  /** Existing categories that get another carry or opening. */
  changes: { category: Category; carry: Carry; opening: Opening }[];
  /** All categories in their new order; null to keep the order. */
  places: (Pick<Place, "group" | "archived"> & { of: CategoryRef })[] | null;
  plans: { of: CategoryRef; month: Month; projected: Cents }[];
  /** The month of the move, in which Coffer takes over. */
  since: Month | null;
  leftOut: { belowZero: number; tooFar: number };
  /** How many categories the budget would have above its ceiling. */
  beyond: number;
};

const nameOf = ({ name, type }: Pick<FileCategory, "name" | "type">) => `${type} ${foldedWords(name)}`;
/** Equal for the same category in different files of a program. */
export const categoryKey = ({ name, inGroup = name, type, group = "" }: FileCategory) =>
  `${nameOf({ name: inGroup, type })} ${foldedWords(group)}`;
const sameText = (a: string, b: string) => foldedWords(a) === foldedWords(b);

/**
 * Finds a file's category among the existing ones: by name and group, by "name (group)", which tells it from the same
 * name in another group, or by name alone.
 */
export function categoryFinder(categories: readonly Category[]) {
  const byName = Map.groupBy(categories, nameOf);
  const named = (name: string, { type }: FileCategory) => byName.get(nameOf({ name, type })) ?? [];
  return (wanted: FileCategory): Category | undefined => {
    const { name, group, inGroup = name } = wanted;
    if (!group) return named(name, wanted)[0];
    const ofGroup = named(inGroup, wanted).find((one) => sameText(one.group ?? "", group));
    if (ofGroup) return ofGroup;
    const withGroup = named(`${inGroup} (${group})`.slice(0, NAME_MAX), wanted)[0];
    return withGroup ?? named(name, wanted)[0];
  };
}

type KnownCategory = FileCategory & { keeps: boolean };

/** The files' categories, deduplicated; a plan's come first, since it lists them in order. */
function categoriesIn(files: readonly FileContents[]): KnownCategory[] {
  const planned = (file: FileContents) => (file.plans.some(({ kept }) => kept) ? 0 : 1);
  const all = files
    .toSorted((a, b) => planned(a) - planned(b))
    .flatMap(({ source, categories }) =>
      categories.map((one) => ({ ...one, keeps: one.type === "expense" && KEEPING.includes(source) })),
    );
  const known = new Map<string, KnownCategory>();
  for (const one of all) {
    const key = categoryKey(one);
    // The longer name distinguishes it from another group's category.
    if (!known.has(key) || (one.inGroup && !known.get(key)?.inGroup)) known.set(key, one);
  }
  return [...known.values()];
}

/** The last month of the plan, up to this one, in which money was spent or taken back out of a category. */
function moveMonth(files: readonly FileContents[], today: Month): Month | null {
  const kept = files.flatMap(({ plans }) => plans.filter((plan) => plan.kept));
  const months = kept.filter(({ month }) => month <= today);
  const active = months.filter(({ projected, kept }) => kept?.activity !== 0 || projected < 0);
  const latest = (plans: readonly FilePlan[]) =>
    plans
      .map(({ month }) => month)
      .sort()
      .at(-1);
  return latest(active) ?? latest(months) ?? kept.map(({ month }) => month).sort()[0] ?? null;
}

/** The amount carried into the month of the move. Coffer has no plans below zero, so a negative plan is subtracted here. */
const openingIn = ({ projected, kept }: FilePlan): Cents =>
  kept ? cents(kept.available - kept.activity - Math.max(0, projected)) : ZERO;

export function carriedInto({ projected, kept }: FilePlan): Cents {
  return kept ? cents(kept.available - kept.activity - projected) : ZERO;
}

/** True if the latest overspending was carried into the next month, as some categories of YNAB 4 do. */
function keepsOverspent(plans: readonly FilePlan[]): boolean {
  const byMonth = new Map(plans.map((plan) => [plan.month, plan]));
  const latest = plans
    .filter(({ month }) => (byMonth.get(previousMonth(month))?.kept?.available ?? ZERO) < 0)
    .sort((a, b) => (a.month < b.month ? 1 : -1))[0];
  return latest !== undefined && carriedInto(latest) < 0;
}

/** The parts of other programs' files that are missing here: categories with their available amounts, order, and plans. */
export function movingIn(
  files: readonly FileContents[],
  categories: readonly Category[],
  today: Month,
): Move {
  const find = categoryFinder(categories);
  const since = moveMonth(files, today);
  const known = categoriesIn(files);
  const planned = plansByCategory(files);
  const plansOf = (one: FileCategory) => [...(planned.get(categoryKey(one))?.values() ?? [])];
  const move: Move = {
    adds: [],
    changes: [],
    places: null,
    plans: [],
    since,
    leftOut: { belowZero: 0, tooFar: 0 },
    beyond: 0,
  };
  const refs = new Map<FileCategory, CategoryRef>();
  for (const one of known) {
    const plans = plansOf(one);
    const here = find(one);
    const atMove = plans.find(({ month, kept }) => kept && month === since);
    const opening = atMove && since ? { month: since, amount: openingIn(atMove) } : undefined;
    const carry = keepsOverspent(plans) ? ("all" as const) : ("surplus" as const);
    if (here) {
      refs.set(one, { id: here.id });
      const change = opening && changeOf(here, carry, opening);
      if (change) move.changes.push(change);
      continue;
    }
    const { name, type, group = null } = one;
    refs.set(one, { added: move.adds.length });
    const color = CATEGORY_COLORS[(categories.length + move.adds.length) % CATEGORY_COLORS.length] ?? "gray";
    const icon = type === "income" ? "payments" : "category";
    move.adds.push({
      name,
      type,
      icon,
      color,
      group,
      ...(one.keeps && { carry }),
      ...(opening && { opening }),
    });
  }
  move.beyond = Math.max(0, categories.length + move.adds.length - CEILINGS.category);
  for (const one of known) {
    const of = refs.get(one);
    for (const { month, projected } of plansOf(one)) {
      if (projected < 0) move.leftOut.belowZero++;
      else if (projected > 0 && month > addMonthsTo(today, MONTHS_AHEAD)) move.leftOut.tooFar++;
      else if (of && projected > 0) move.plans.push({ of, month, projected });
    }
  }
  move.places = placesOf(known, refs, categories, since !== null);
  return move;
}

/** By the category's key and the month; the last file that plans both counts. */
function plansByCategory(files: readonly FileContents[]) {
  const plans = new Map<string, Map<Month, FilePlan>>();
  for (const { categories, plans: ofFile } of files) {
    const keys = new Map(categories.map((one) => [nameOf(one), categoryKey(one)]));
    for (const plan of ofFile) {
      const key = keys.get(nameOf({ name: plan.category, type: plan.type })) ?? "";
      plans.set(key, (plans.get(key) ?? new Map<Month, FilePlan>()).set(plan.month, plan));
    }
  }
  return plans;
}

function changeOf(category: Category, carry: Carry, opening: Opening): Move["changes"][number] | undefined {
  const { carry: now = "none", opening: before } = category;
  const wanted = now === "none" || carry === "all" ? carry : now;
  const isSame = before?.month === opening.month && before.amount === opening.amount;
  return wanted === now && isSame ? undefined : { category, carry: wanted, opening };
}

/** Null if the order is unknown or already applied. */
function placesOf(
  known: readonly FileCategory[],
  refs: ReadonlyMap<FileCategory, CategoryRef>,
  categories: readonly Category[],
  isOrdered: boolean,
): Move["places"] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const isHidden = known.some(({ hidden }) => hidden);
  if (!isOrdered && !isHidden) return null;
  const theirs = known.flatMap((one) => {
    const of = refs.get(one);
    const here = of && "id" in of ? byId.get(of.id) : undefined;
    // Two of the files' categories may be one here.
    if (here) byId.delete(here.id);
    else if (of && "id" in of) return [];
    const archived = here ? here.archived === true : one.hidden === true;
    return of ? [{ of, group: here?.group ?? one.group ?? null, archived }] : [];
  });
  const others = inOrder([...byId.values()]).map(({ id, group = null, archived = false }) => ({
    of: { id },
    group,
    archived,
  }));
  const places = isOrdered ? [...theirs, ...others] : [...others, ...theirs];
  const now = inOrder(categories).map(({ id }) => id);
  const isSame =
    places.length === now.length && places.every(({ of }, at) => "id" in of && of.id === now[at]);
  return isSame ? null : places;
}
