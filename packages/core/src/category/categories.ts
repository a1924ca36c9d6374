import type { Plan } from "@coffer/domain/budget/budget";
import type { Category, category, Flow } from "@coffer/domain/category/category";
import { arrange, type Place as CategoryPlace } from "@coffer/domain/category/category-order";
import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import { DAY_MS } from "@coffer/domain/time/duration";
import type { Month } from "@coffer/domain/time/month";
import type { OpenBudget } from "../access.ts";
import {
  about,
  changeTo,
  createRecorder,
  newest,
  type Recording,
  type Replace,
  type Versioned,
} from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { type Creation, created, type IdempotencyKey } from "../idempotency.ts";
import { changedMeanwhile, found, invalid, Refusal, refuseUnseen } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

type CategoryDraft = DraftOf<typeof category>;

/** How much a deletion of a category would touch. */
export type CategoryUsage = { transactions: number; budgets: number; subscriptions: number; goals: number };

/** A deleted category can be restored for this long, with all that named it. */
export const RESTORABLE_MS = 30 * DAY_MS;

/** What is of the category's type, and would be of the other one after a change. */
export type FixedBy = "transactions" | "subscriptions";

/** "changed" when it is no longer as it was read. */
export type CategoryStore = {
  list(ownerId: Id): Promise<Category[]>;
  listVersioned(ownerId: Id): Promise<Versioned<Category>[]>;
  get(ownerId: Id, id: Id): Promise<Versioned<Category> | undefined>;
  /** Adds it with its first plan, or gives the category that was added before under the same key. */
  add(
    ownerId: Id,
    category: Category,
    recording: Recording,
    idempotencyKey?: IdempotencyKey,
    plan?: Plan,
  ): Promise<Creation<Category>>;
  /** What has the category where its type would change. */
  replace: Replace<Category, FixedBy>;
  /** Replaces several, all or none; none changes its type. */
  replaceAll(
    ownerId: Id,
    changes: readonly { before: Versioned<Category>; after: Category }[],
    recording: Recording,
  ): Promise<"saved" | "changed">;
  /** Undefined when it is not there. */
  usage(ownerId: Id, id: Id): Promise<CategoryUsage | undefined>;
  /**
   * Deletes it in one write, as of the entry's instant, and with it, for every reader, all that belongs to it; with
   * `moveTo` everything belongs to that category from then on. "unfit" for a target that is not there or is of the
   * other type.
   */
  remove(
    ownerId: Id,
    before: Versioned<Category>,
    moveTo: Id | null,
    recording: Recording,
  ): Promise<"removed" | "changed" | "unfit">;
  /** Brings it back as it was, with all that still names it; false once it is cleaned up, or was never there. */
  restore(ownerId: Id, id: Id, recording: Recording): Promise<boolean>;
  /**
   * Moves or deletes for good what names the categories of a budget that were deleted before an instant (milliseconds),
   * and what imports brought that were undone before it.
   */
  cleanUp(ownerId: Id, deletedBefore: number): Promise<void>;
  ownersToCleanUp(deletedBefore: number): Promise<Id[]>;
};

const categoryChanged = () => changedMeanwhile("The category");
export const typeIsFixed = (by: FixedBy) =>
  new Refusal("conflict", `This category has ${by}, so its type cannot change`);

export function createCategories(
  stores: { categories: CategoryStore },
  { clock, ids }: Pick<Env, "clock" | "ids">,
) {
  const record = createRecorder({ clock, ids });
  const read = async (ownerId: Id, id: Id) => found(await stores.categories.get(ownerId, id), "Category");

  return {
    list: (budget: OpenBudget): Promise<Category[]> => stores.categories.list(budget.ownerId),

    /** With `planned`, its plan for a month comes with it in the same write. */
    async add(
      budget: OpenBudget,
      draft: CategoryDraft,
      idempotencyKey?: IdempotencyKey,
      planned?: { month: Month; projected: Cents },
    ): Promise<Category> {
      const category = { id: ids(), ...draft };
      const plan = planned && { categoryId: category.id, ...planned };
      const after = plan ? { ...category, plan } : category;
      const recording = record(budget, { ...about("category", category), before: null, after });
      return created(await stores.categories.add(budget.ownerId, category, recording, idempotencyKey, plan));
    },

    update: (budget: OpenBudget, id: Id, draft: CategoryDraft, seen?: string): Promise<Category> =>
      retryOnConflict(async () => {
        const before = await read(budget.ownerId, id);
        refuseUnseen(seen, { kind: "category", value: before.value });
        const after = { ...before.value, ...draft };
        const recording = record(budget, { ...about("category", before.value), ...changeTo(before, after) });
        const outcome = await stores.categories.replace(budget.ownerId, before, after, recording);
        if (outcome === "transactions" || outcome === "subscriptions") throw typeIsFixed(outcome);
        return outcome === "changed" ? outcome : after;
      }, categoryChanged),

    /** Puts all categories in order, in their groups and in or out of the archive, with one write. */
    arrange: (budget: OpenBudget, places: readonly CategoryPlace[]): Promise<Category[]> =>
      retryOnConflict(async () => {
        const stored = await stores.categories.listVersioned(budget.ownerId);
        const arranged = arrange(
          stored.map(({ value }) => value),
          places,
        );
        if (!arranged) throw invalid("", "Send every category of this budget once");
        const byId = new Map(arranged.map((category) => [category.id, category]));
        const changes = stored.flatMap((before) => {
          const after = byId.get(before.value.id) ?? before.value;
          return isSame(before.value, after) ? [] : [{ before, after }];
        });
        const [first] = changes;
        if (!first) return arranged;
        if (changes.length > MAX_ARRANGED) {
          throw invalid("", `At most ${MAX_ARRANGED} categories can move at once`);
        }
        const change = {
          // The one that a person took out of its group or the archive, where there is one: the others only made room.
          ...about(
            "category",
            (changes.find(({ before, after }) => isRegrouped(before.value, after)) ?? first).after,
          ),
          before: { ...first.before.value, others: changes.slice(1).map(({ before }) => before.value) },
          after: { ...first.after, others: changes.slice(1).map(({ after }) => after) },
          version: newest(changes.map(({ before }) => before.version)),
        };
        const recording = record(budget, change);
        const outcome = await stores.categories.replaceAll(budget.ownerId, changes, recording);
        return outcome === "changed" ? outcome : arranged;
      }, categoryChanged),

    usage: async (budget: OpenBudget, id: Id): Promise<CategoryUsage> =>
      found(await stores.categories.usage(budget.ownerId, id), "Category"),

    /** Deletes it with its budgets and transactions, or moves them to another category of its type. */
    async remove(budget: OpenBudget, id: Id, moveTo?: Id): Promise<void> {
      await retryOnConflict(async () => {
        const before = await read(budget.ownerId, id);
        const target = moveTo === undefined ? undefined : await stores.categories.get(budget.ownerId, moveTo);
        const movedTo = target ? { id: target.value.id, name: target.value.name } : null;
        const moved = { ...changeTo(before, null), before: { ...before.value, movedTo } };
        const recording = record(budget, { ...about("category", before.value), ...moved });
        const outcome = await stores.categories.remove(budget.ownerId, before, moveTo ?? null, recording);
        if (outcome === "unfit") throw unfitTarget();
        return outcome;
      }, categoryChanged);
    },

    /** Clears away what can no longer be restored at an instant (milliseconds); nothing before its time. */
    async cleanUp(at: number): Promise<void> {
      const deletedBefore = Math.min(at, clock()) - RESTORABLE_MS;
      const failures: unknown[] = [];
      for (const ownerId of await stores.categories.ownersToCleanUp(deletedBefore)) {
        // One budget's trouble is not the others'.
        await stores.categories.cleanUp(ownerId, deletedBefore).catch((error) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** What fits into one transaction beside the entry. */
const MAX_ARRANGED = 98;

const isSame = (a: Category, b: Category) => a.position === b.position && !isRegrouped(a, b);
const isRegrouped = (a: Category, b: Category) =>
  (a.group ?? null) !== (b.group ?? null) || (a.archived ?? false) !== (b.archived ?? false);

export const unfitTarget = () => invalid("moveTo", "Choose another category of the same type");

/** Why nothing can be written that names a category: it is not in the budget, or of the other type. */
export type CategoryProblem = "noCategory" | "otherType";

/** A category that no transaction of a type, or no plan, can have. */
export function unfitCategory(problem: CategoryProblem, type: Flow): Refusal {
  return problem === "noCategory"
    ? categoryRequired()
    : invalid("categoryId", `Choose a category of type ${type}`);
}

export function categoryRequired(): Refusal {
  return invalid("categoryId", "Category is required");
}

/** What a person is told who links a goal, a rule or anything else to a category that is not in the budget. */
export function noSuchCategory(path = "categoryId"): Refusal {
  return invalid(path, "Choose a category of this budget");
}
