import { togetherIn } from "@coffer/domain/activity/activity";
import { inBatches } from "@coffer/domain/batches";
import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { rule } from "@coffer/domain/rule/definition";
import { createRuleFinder, MAX_RULES, type Rule, ruled } from "@coffer/domain/rule/rule";
import type { Steps } from "@coffer/domain/steps";
import { FIRST_DAY, LAST_DAY } from "@coffer/domain/time/day";
import { MAX_TOGETHER, newestFirst, type Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import { noSuchCategory } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { onlyGoals, unfitGoalCheck } from "../goal/goals.ts";
import { created } from "../idempotency.ts";
import { inSteps } from "../in-steps.ts";
import { createCommit } from "../ledger/commit.ts";
import { changeOf, named } from "../ledger/ledger.ts";
import { found, invalid, notFound, Refusal, retryOnConflict } from "../refusal.ts";
import type { createReview } from "../review/reviews.ts";
import type { Stores } from "../stores.ts";
import { notifyNobody } from "../transaction/transactions.ts";

type RuleDraft = DraftOf<typeof rule>;

const MOST_RULES = `Keep at most ${MAX_RULES} rules`;
const MOST_DELETED = "Too many rules of deleted categories are kept for an undo. Save fewer rules for now";
const rulesChanged = () => new Refusal("conflict", "The rules were changed meanwhile. Please try again.");

/** `more` counts the other transactions that it applies to; `after` is null for money moved between own accounts. */
type Applied = {
  changes: { id: Id; before: Transaction; after: Transaction | null }[];
  more: number;
};

const ROWS_A_STEP = 100;

function* changesBy(
  rule: { after(row: Transaction): Partial<Transaction> | null | undefined },
  transactions: readonly Transaction[],
): Steps<Applied["changes"]> {
  const changes: Applied["changes"] = [];
  for (const some of inBatches(transactions, ROWS_A_STEP)) {
    for (const before of some) {
      const after = rule.after(before);
      if (after !== undefined)
        changes.push({ id: before.id, before, after: after && { ...before, ...after } });
    }
    yield;
  }
  return changes;
}

export function createRules(
  stores: Pick<Stores, "rules" | "categories" | "goals" | "transactions" | "ledger">,
  env: Pick<Env, "clock" | "ids">,
  review: Pick<ReturnType<typeof createReview>, "transfer">,
  notifyOfTransactions = notifyNobody,
) {
  const { clock, ids } = env;
  const { commitIfAny } = createCommit(stores, env);

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

  /** The changes that a rule makes to a transaction (`ruled`), with the goal of the category that it moves to. */
  async function ruleFor({ ownerId }: OpenLedger, id: Id) {
    const [rules, categories, onlyGoalOf] = await Promise.all([
      stores.rules.list(ownerId),
      stores.categories.list(ownerId),
      onlyGoals(stores, ownerId),
    ]);
    const rule = found(
      rules.find((one) => one.id === id),
      "Rule",
    );
    const finder = createRuleFinder(rules);
    const type = categories.find((one) => one.id === rule.categoryId)?.type;
    const unfit = await unfitGoalCheck(stores, ownerId, [rule]);
    return {
      after(row: Transaction) {
        const after = ruled(rule, finder, row, row.type === type);
        if (after?.categoryId === undefined) return after;
        const goalId = after.goalId && !unfit(rule) ? after.goalId : onlyGoalOf(after.categoryId);
        return { ...after, goalId };
      },
    };
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

    /** Applies a rule to the recorded transactions, the newest first, with one entry; or shows what it would do. */
    async apply(ledger: OpenLedger, id: Id, isPreview: boolean): Promise<Applied> {
      const { ownerId } = ledger;
      const [rule, all] = await Promise.all([
        ruleFor(ledger, id),
        stores.transactions.list(ownerId, FIRST_DAY, LAST_DAY),
      ]);
      const changes = await inSteps(changesBy(rule, all.sort(newestFirst)));
      const some = changes.slice(0, MAX_TOGETHER);
      const applied = { changes: some, more: changes.length - some.length };
      if (isPreview || some.length === 0) return applied;
      const ids = some.map(({ id }) => id);
      if (some.every(({ after }) => after === null)) {
        await review.transfer(
          ledger,
          ids.map((id) => ({ ids: [id] })),
        );
        return applied;
      }
      const decide = async () => {
        const stored = await stores.ledger.read(ownerId, named("transaction", ids));
        const now = stored.flatMap((one) => {
          const after = one.value && rule.after(one.value);
          return one.value && after ? [changeOf("transaction", one, { ...one.value, ...after })] : [];
        });
        const before = togetherIn(now.flatMap((one) => one.before ?? []));
        const after = togetherIn(now.flatMap((one) => one.after ?? []));
        return before && { entityId: before.id, label: before.description, before, after, changes: now };
      };
      await commitIfAny(ledger, "transaction", decide, () => "changed");
      await notifyOfTransactions(ledger, "anything");
      return applied;
    },

    async remove(ledger: OpenLedger, id: Id): Promise<void> {
      const outcome = await retryOnConflict(() => stores.rules.remove(ledger.ownerId, id), rulesChanged);
      if (outcome === "noRule") throw notFound("Rule");
    },
  };
}
