import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { rule } from "@coffer/domain/rule/definition";
import { MAX_RULES, type Rule } from "@coffer/domain/rule/rule";
import type { OpenBudget } from "../access.ts";
import { noSuchCategory } from "../category/category-problem.ts";
import type { CategoryStore } from "../category/category-store.ts";
import type { Env } from "../env.ts";
import { type Creation, created, type IdempotencyKey } from "../idempotency.ts";
import { notFound, Refusal } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

type RuleDraft = DraftOf<typeof rule>;

/** "changed" when they are no longer as they were read. */
export type RuleStore = {
  /** In their order, each with the live category it belongs to; without those of deleted categories. */
  list(ownerId: Id): Promise<Rule[]>;
  /** Adds it at the end, or gives what the same key added before; "full" beyond MAX_RULES. */
  add(
    ownerId: Id,
    rule: Rule,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Creation<Rule> | "full" | "changed">;
  /** Rules of deleted categories stay, behind the others, while they can be restored. */
  replace(ownerId: Id, rules: readonly Rule[]): Promise<"saved" | "changed">;
  remove(ownerId: Id, id: Id): Promise<"saved" | "noRule" | "changed">;
};

const rulesChanged = () => new Refusal("conflict", "The rules were changed meanwhile. Please try again.");

export function createRules(
  stores: { rules: RuleStore; categories: CategoryStore },
  { clock, ids }: Pick<Env, "clock" | "ids">,
) {
  /** A category may still go right after this: readers leave rules of such out. */
  async function checkCategories(
    { ownerId }: OpenBudget,
    drafts: readonly RuleDraft[],
    pathOf: (index: number) => string,
  ) {
    const known = new Set((await stores.categories.list(ownerId)).map(({ id }) => id));
    const missing = drafts.findIndex(({ categoryId }) => categoryId !== undefined && !known.has(categoryId));
    if (missing >= 0) throw noSuchCategory(pathOf(missing));
  }

  return {
    list: (budget: OpenBudget): Promise<Rule[]> => stores.rules.list(budget.ownerId),

    async add(budget: OpenBudget, draft: RuleDraft, idempotencyKey?: IdempotencyKey): Promise<Rule> {
      await checkCategories(budget, [draft], () => "categoryId");
      const rule = { ...draft, id: ids() };
      const add = () => stores.rules.add(budget.ownerId, rule, idempotencyKey, clock());
      const added = await retryOnConflict(add, rulesChanged);
      if (added === "full") throw new Refusal("conflict", `Keep at most ${MAX_RULES} rules`);
      return created(added);
    },

    /** Sets all rules in their order. What has the id of a rule that is there is that rule, anything else is new. */
    async replace(
      budget: OpenBudget,
      drafts: readonly (RuleDraft & { id?: Id | undefined })[],
    ): Promise<Rule[]> {
      await checkCategories(budget, drafts, (index) => `${index}.categoryId`);
      const known = new Set((await stores.rules.list(budget.ownerId)).map(({ id }) => id));
      const rules = drafts.map(({ id, ...draft }) => {
        // Each id once, however often it was sent.
        const isKnown = id !== undefined && known.delete(id);
        return { ...draft, id: isKnown ? id : ids() };
      });
      await retryOnConflict(() => stores.rules.replace(budget.ownerId, rules), rulesChanged);
      return rules;
    },

    async remove(budget: OpenBudget, id: Id): Promise<void> {
      const outcome = await retryOnConflict(() => stores.rules.remove(budget.ownerId, id), rulesChanged);
      if (outcome === "noRule") throw notFound("Rule");
    },
  };
}
