import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { rule } from "@coffer/domain/rule/definition";
import { MAX_RULES, type Rule } from "@coffer/domain/rule/rule";
import type { OpenLedger } from "../access.ts";
import { noSuchCategory } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { unfitGoalCheck } from "../goal/goal-choice.ts";
import { created } from "../idempotency.ts";
import { invalid, notFound, Refusal, retryOnConflict } from "../refusal.ts";
import type { Stores } from "../stores.ts";

type RuleDraft = DraftOf<typeof rule>;

const MOST_RULES = `Keep at most ${MAX_RULES} rules`;
const MOST_DELETED = "Too many rules of deleted categories are kept for an undo. Save fewer rules for now";
const rulesChanged = () => new Refusal("conflict", "The rules were changed meanwhile. Please try again.");

export function createRules(
  stores: Pick<Stores, "rules" | "categories" | "goals">,
  { clock, ids }: Pick<Env, "clock" | "ids">,
) {
  /**
   * Refuses (invalid) unknown categories and goals that do not fit. A goal that is no longer in progress may stay as
   * `stored`. If a category is deleted after this check, readers skip its rules.
   */
  async function check(
    { ownerId }: OpenLedger,
    drafts: readonly RuleDraft[],
    prefixOf: (index: number) => string,
    stored: readonly Rule[] = [],
  ) {
    const known = new Set((await stores.categories.list(ownerId)).map(({ id }) => id));
    const missing = drafts.findIndex(({ categoryId }) => categoryId !== undefined && !known.has(categoryId));
    if (missing >= 0) throw noSuchCategory(`${prefixOf(missing)}categoryId`);
    const isKept = (draft: RuleDraft) =>
      stored.some(({ goalId, categoryId }) => goalId === draft.goalId && categoryId === draft.categoryId);
    const unfit = await unfitGoalCheck(stores, ownerId, drafts);
    for (const [index, draft] of drafts.entries()) {
      const refusal = isKept(draft) ? undefined : unfit(draft, `${prefixOf(index)}goalId`);
      if (refusal) throw refusal;
    }
  }

  return {
    list: (ledger: OpenLedger): Promise<Rule[]> => stores.rules.list(ledger.ownerId),

    async add(ledger: OpenLedger, draft: RuleDraft): Promise<Rule> {
      await check(ledger, [draft], () => "");
      const rule = { ...draft, id: ids() };
      const add = () => stores.rules.add(ledger.ownerId, rule, ledger.key, clock());
      const added = await retryOnConflict(add, rulesChanged);
      if (added === "full") throw new Refusal("conflict", MOST_RULES);
      return created(added);
    },

    /** Replaces all rules, in their order. A draft with the id of an existing rule keeps that id; others get a new one. */
    async replace(
      ledger: OpenLedger,
      drafts: readonly (RuleDraft & { id?: Id | undefined })[],
    ): Promise<Rule[]> {
      const stored = await stores.rules.list(ledger.ownerId);
      await check(ledger, drafts, (index) => `${index}.`, stored);
      if (drafts.length > Math.max(MAX_RULES, stored.length)) throw invalid("", MOST_RULES);
      const known = new Set(stored.map(({ id }) => id));
      const rules = drafts.map(({ id, ...draft }) => {
        const isKnown = id !== undefined && known.delete(id);
        return { ...draft, id: isKnown ? id : ids() };
      });
      const outcome = await retryOnConflict(() => stores.rules.replace(ledger.ownerId, rules), rulesChanged);
      if (outcome === "full") throw new Refusal("conflict", MOST_DELETED);
      return rules;
    },

    async remove(ledger: OpenLedger, id: Id): Promise<void> {
      const outcome = await retryOnConflict(() => stores.rules.remove(ledger.ownerId, id), rulesChanged);
      if (outcome === "noRule") throw notFound("Rule");
    },
  };
}
