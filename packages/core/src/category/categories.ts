import { withCarry } from "@coffer/domain/budget/carry";
import type { Category } from "@coffer/domain/category/category";
import { arrange, type Place as CategoryPlace } from "@coffer/domain/category/category-order";
import type { category } from "@coffer/domain/category/definition";
import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import { foldedWords } from "@coffer/domain/text/folded";
import { DAY_MS } from "@coffer/domain/time/day";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { isGuest, type OpenLedger } from "../access.ts";
import type { Env } from "../env.ts";
import { createCeilings, refuseFarMonth, refuseGone } from "../ledger/ceilings.ts";
import { changing, createCommit, readThing, refuseUnseen } from "../ledger/commit.ts";
import { changeOf, type Problem, readOne } from "../ledger/ledger.ts";
import { throwTogether, workThrough } from "../pages.ts";
import { changedMeanwhile, found, invalid } from "../refusal.ts";
import { refuseStrangers } from "../share/balances.ts";
import type { CategoryUsage, Stores } from "../stores.ts";
import { typeIsFixed, unfitTarget } from "./category-problem.ts";

type CategoryDraft = DraftOf<typeof category>;
type Addition = {
  plan?: { month: Month; projected: Cents } | undefined;
  /** Only if no category has its name, type and group, even if two people add it at once. */
  unlessThere?: boolean | undefined;
};

/** A deleted category can be restored for this long, with everything that referenced it. */
export const RESTORABLE_MS = 30 * DAY_MS;

export function createCategories(
  stores: Pick<Stores, "categories" | "ledger" | "shares" | "users">,
  env: Pick<Env, "clock" | "ids">,
) {
  const { commit, commitIfAny } = createCommit(stores, env);
  const takeRoom = createCeilings(stores);

  return {
    list: (ledger: OpenLedger): Promise<Category[]> => stores.categories.list(ledger.ownerId),

    async add(
      ledger: OpenLedger,
      draft: CategoryDraft,
      { plan: planned, unlessThere = false }: Addition = {},
    ): Promise<Category> {
      const decide = async () => {
        await refuseStrangers(stores, ledger, draft);
        // Before the categories are read: if another one is added after that, the commit fails.
        const serial = await takeRoom(ledger.ownerId, "category", { isCounted: unlessThere });
        const known = unlessThere ? await stores.categories.listVersioned(ledger.ownerId) : [];
        const existing = known.find(({ value }) => isNamedAs(value, draft));
        if (existing) return changing("category", existing, existing.value);
        const category = { id: env.ids(), ...draft };
        await refuseGone(stores, ledger, "category");
        const { changes, ...about } = { ...changing("category", null, category), serial };
        if (!planned) return { ...about, changes };
        refuseFarMonth(ledger, planned.month);
        const plan = { categoryId: category.id, ...planned };
        const both = [...changes, changeOf("plan", null, plan)];
        return { ...about, after: { ...category, plan }, changes: both };
      };
      const { plan: _, ...category } = await commit(ledger, "category", decide);
      return category;
    },

    update(ledger: OpenLedger, id: Id, draft: CategoryDraft): Promise<Category> {
      const decide = async () => {
        const before = await readThing(stores, ledger.ownerId, "category", { id });
        refuseUnseen(ledger.seen, { kind: "category", value: before.value });
        await refuseStrangers(stores, ledger, draft, before.value);
        return changing("category", before, withDraft(before.value, draft, monthOfDay(ledger.today)));
      };
      const refuse = (problem: Problem) =>
        problem === "transactions" || problem === "subscriptions" || problem === "uncounted"
          ? typeIsFixed(problem)
          : changedMeanwhile("The category");
      return commit(ledger, "category", decide, refuse);
    },

    async arrange(ledger: OpenLedger, places: readonly CategoryPlace[]): Promise<Category[]> {
      let arranged: Category[] = [];
      const decide = async () => {
        const stored = await stores.categories.listVersioned(ledger.ownerId);
        const categories = stored.map(({ value }) => value);
        const ordered = arrange(categories, places);
        if (!ordered) throw invalid("", "Send every category of this budget once");
        arranged = ordered;
        const byId = new Map(arranged.map((category) => [category.id, category]));
        const moved = stored.flatMap((before) => {
          const after = byId.get(before.value.id) ?? before.value;
          return isSame(before.value, after) ? [] : [{ before, after }];
        });
        const [first] = moved;
        if (!first) return null;
        // The entry names the category that changed its group or was (un)archived; the others only made room for it.
        const { id, name } = (moved.find(({ before, after }) => isRegrouped(before.value, after)) ?? first)
          .after;
        return {
          entityId: id,
          label: name,
          before: { ...first.before.value, others: moved.slice(1).map(({ before }) => before.value) },
          after: { ...first.after, others: moved.slice(1).map(({ after }) => after) },
          changes: moved.map(({ before, after }) => changeOf("category", before, after)),
        };
      };
      await commitIfAny(ledger, "category", decide);
      return arranged;
    },

    usage: async (ledger: OpenLedger, id: Id): Promise<CategoryUsage> =>
      found(await stores.categories.usage(ledger.ownerId, id), "Category"),

    /** Deletes a category with its budgets and transactions, or moves them to another category of the same type. */
    async remove(ledger: OpenLedger, id: Id, moveTo?: Id): Promise<void> {
      const { ownerId } = ledger;
      const decide = async () => {
        const before = await readThing(stores, ownerId, "category", { id });
        if (moveTo === id) throw unfitTarget();
        const target = moveTo && (await readOne(stores.ledger, ownerId, "category", { id: moveTo }));
        const movedTo = target ? { id: target.value.id, name: target.value.name } : null;
        await refuseGone(stores, ledger, "category");
        const { changes, ...about } = changing("category", before, null);
        const moving = changes.map((change) => ({
          ...change,
          moveTo: moveTo ?? null,
          byGuest: isGuest(ledger),
        }));
        return { ...about, before: { ...before.value, movedTo }, changes: moving };
      };
      await commit(ledger, "category", decide, unfitTarget);
    },

    /** Deletes for good what can no longer be restored at an instant (milliseconds). A future instant counts as now. */
    async cleanUp(at: number): Promise<void> {
      const deletedBefore = Math.min(at, env.clock()) - RESTORABLE_MS;
      const owners = await stores.categories.ownersToCleanUp(deletedBefore);
      const cleanUp = (ownerId: Id) => stores.categories.cleanUp(ownerId, deletedBefore);
      throwTogether(await workThrough(owners, 1, cleanUp));
    },
  };
}

const isNamedAs = (category: Category, draft: CategoryDraft): boolean =>
  category.type === draft.type &&
  foldedWords(category.name) === foldedWords(draft.name) &&
  foldedWords(category.group ?? "") === foldedWords(draft.group ?? "");

/** A changed carry setting takes effect from `month`. */
function withDraft(before: Category, { carry, ...draft }: CategoryDraft, month: Month): Category {
  const after = { ...before, ...draft };
  return carry === undefined || carry === (before.carry ?? "none") ? after : withCarry(after, carry, month);
}

const isSame = (a: Category, b: Category) => a.position === b.position && !isRegrouped(a, b);
const isRegrouped = (a: Category, b: Category) =>
  (a.group ?? null) !== (b.group ?? null) || (a.archived ?? false) !== (b.archived ?? false);
