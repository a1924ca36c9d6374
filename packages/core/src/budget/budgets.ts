import {
  type Budget,
  budgetId,
  deriveBudgets,
  deriveMonths,
  type MonthFacts,
  type Plan,
  parseBudgetId,
} from "@coffer/domain/budget/budget";
import {
  blanksOnly,
  type Proposal,
  type ProposalSource,
  proposalMonths,
  propose,
} from "@coffer/domain/budget/proposal";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import { addMonthsTo, lastMonths, type Month, monthLabel } from "@coffer/domain/time/month";
import type { OpenBudget } from "../access.ts";
import { createRecorder, newest, type Recording, type Version } from "../activity/recording.ts";
import { type CategoryStore, categoryRequired, noSuchCategory } from "../category/categories.ts";
import type { Env } from "../env.ts";
import type { GoalStore } from "../goal/goals.ts";
import { changedMeanwhile, notFound, refuseUnseen } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { SubscriptionStore } from "../subscription/subscriptions.ts";

/**
 * The plans of a month as they are shown, by category; `versions` are of the plans that were saved for a category
 * itself, `names` of the live categories.
 */
export type StoredPlans = {
  plans: ReadonlyMap<Id, Plan>;
  versions: ReadonlyMap<Id, Version>;
  names: ReadonlyMap<Id, string>;
};
/** What becomes of a category's plan; `version` is null where none was saved for it. */
export type PlanChange = { categoryId: Id; projected: Cents | null; version: Version | null };

/** "changed" when what a write depends on is no longer as it was read. */
export type BudgetStore = {
  /** The facts of every month from `first` to `last`, both included, in order. */
  months(ownerId: Id, first: Month, last: Month): Promise<MonthFacts[]>;
  plans(ownerId: Id, month: Month): Promise<StoredPlans>;
  savePlans(
    ownerId: Id,
    month: Month,
    changes: readonly PlanChange[],
    recording: Recording,
  ): Promise<"saved" | "changed" | "noCategory">;
  /** In milliseconds; the version is null where the month was never reset. */
  monthReset(ownerId: Id, month: Month): Promise<{ resetAt: number | null; version: Version | null }>;
  saveReset(
    ownerId: Id,
    month: Month,
    version: Version | null,
    resetAt: number | null,
    recording: Recording,
  ): Promise<"saved" | "changed">;
};

const planChanged = () => changedMeanwhile("The plan");

/** What a budget plans and what happened, month by month. Actuals are derived at every reading, never stored. */
export function createBudgets(
  stores: {
    budgets: BudgetStore;
    categories: CategoryStore;
    subscriptions: SubscriptionStore;
    goals: Pick<GoalStore, "list">;
  },
  { clock, ids }: Pick<Env, "clock" | "ids">,
) {
  const record = createRecorder({ clock, ids });
  const factsOf = async (budget: OpenBudget, month: Month): Promise<MonthFacts> => {
    const [facts] = await stores.budgets.months(budget.ownerId, month, month);
    return facts ?? { month, plans: [], transactions: [], resetAt: null };
  };

  const setPlan = (budget: OpenBudget, after: Plan, seen?: string): Promise<"saved"> =>
    retryOnConflict(async () => {
      const { month, categoryId, projected } = after;
      const { plans, versions, names } = await stores.budgets.plans(budget.ownerId, month);
      const label = names.get(categoryId);
      if (label === undefined) throw categoryRequired();
      // What is not planned is shown as a plan of zero.
      refuseUnseen(seen, { kind: "plan", value: plans.get(categoryId) ?? { ...after, projected: ZERO } });
      const version = versions.get(categoryId) ?? null;
      const recording = record(budget, {
        kind: "plan",
        entityId: budgetId(month, categoryId),
        label,
        before: plans.get(categoryId) ?? null,
        after,
        version: version ?? undefined,
      });
      const changes = [{ categoryId, projected, version }];
      const outcome = await stores.budgets.savePlans(budget.ownerId, month, changes, recording);
      if (outcome === "noCategory") throw categoryRequired();
      return outcome;
    }, planChanged);

  return {
    /** The facts of a month, for those who compute other figures than budgets from them. */
    facts: factsOf,

    /** A month's budgets by category; of one category only when `categoryId` is given. */
    async list(budget: OpenBudget, month: Month, categoryId?: Id): Promise<Budget[]> {
      const budgets = deriveBudgets(await factsOf(budget, month));
      return categoryId === undefined ? budgets : budgets.filter((one) => one.categoryId === categoryId);
    },

    /** The budgets of `count` months that end with the given one, oldest first. */
    async history(
      budget: OpenBudget,
      month: Month,
      count: number,
    ): Promise<{ month: Month; budgets: Budget[] }[]> {
      const [first = month] = lastMonths(month, count);
      return deriveMonths(await stores.budgets.months(budget.ownerId, first, month));
    },

    /** What a month's plan may start from, one proposal for each category that is not archived. */
    async proposal({ ownerId }: OpenBudget, month: Month, from: ProposalSource): Promise<Proposal[]> {
      const wanted = new Set(proposalMonths(month));
      const [months, categories, subscriptions, goals] = await Promise.all([
        stores.budgets.months(ownerId, addMonthsTo(month, -12), month),
        stores.categories.list(ownerId),
        stores.subscriptions.list(ownerId),
        stores.goals.list(ownerId),
      ]);
      const budgets = months.filter((facts) => wanted.has(facts.month)).flatMap(deriveBudgets);
      const plans = months.find((facts) => facts.month === month)?.plans ?? [];
      const carried = new Map<Id, Cents>();
      return propose({ month, from, categories, plans, budgets, subscriptions, goals, carried });
    },

    /** Plans an amount for a category in a month, or replaces what was planned. */
    async save(budget: OpenBudget, plan: Plan, seen?: string): Promise<Budget> {
      const [facts] = await Promise.all([factsOf(budget, plan.month), setPlan(budget, plan, seen)]);
      return withActual(plan, facts);
    },

    /** Changes a budget that the month's list shows, be it for its transactions alone. */
    async update(budget: OpenBudget, id: string, projected: Cents): Promise<Budget> {
      const parts = parseBudgetId(id);
      if (!parts) throw notFound("Budget");
      const plan = { ...parts, projected };
      const facts = await factsOf(budget, plan.month);
      if (!deriveBudgets(facts).some(({ categoryId }) => categoryId === plan.categoryId))
        throw notFound("Budget");
      await setPlan(budget, plan);
      return withActual(plan, facts);
    },

    /** Plans what has no plan in the month yet; a plan that is there, or comes at the same time, stays. */
    async planMonth(
      budget: OpenBudget,
      month: Month,
      wanted: readonly { categoryId: Id; projected: Cents }[],
    ): Promise<Budget[]> {
      await retryOnConflict(async () => {
        const { plans, names } = await stores.budgets.plans(budget.ownerId, month);
        refuseUnknown(wanted, names);
        const blanks = blanksOnly(
          [...new Map(wanted.map((plan) => [plan.categoryId, plan])).values()],
          [...plans.values()],
        );
        if (blanks.length === 0) return "saved";
        const after = blanks.map(({ categoryId, projected }) => ({ month, categoryId, projected }));
        const recording = record(budget, {
          ...aboutMonth(month),
          action: "planned",
          before: { month, plans: [] },
          after: { month, plans: after },
        });
        const changes = blanks.map((plan) => ({ ...plan, version: null }));
        const outcome = await stores.budgets.savePlans(budget.ownerId, month, changes, recording);
        return outcome === "saved" ? outcome : "changed";
      }, planChanged);
      return deriveBudgets(await factsOf(budget, month));
    },

    /**
     * Moves planned amounts between categories, with one write. Refuses (conflict) where a plan is neither as expected
     * nor, by a repeat, as it is to become.
     */
    async rebalance(
      budget: OpenBudget,
      month: Month,
      wanted: readonly { categoryId: Id; expected: Cents; projected: Cents }[],
    ): Promise<Budget[]> {
      await retryOnConflict(async () => {
        const { plans, versions, names } = await stores.budgets.plans(budget.ownerId, month);
        refuseUnknown(wanted, names);
        const current = (categoryId: Id) => plans.get(categoryId)?.projected ?? ZERO;
        if (wanted.every(({ categoryId, projected }) => current(categoryId) === projected)) return "saved";
        if (wanted.some(({ categoryId, expected }) => current(categoryId) !== expected)) throw planChanged();
        const changes = wanted.map(({ categoryId, projected }) => ({
          categoryId,
          projected,
          version: versions.get(categoryId) ?? null,
        }));
        const recording = record(budget, {
          ...aboutMonth(month),
          before: { month, plans: wanted.flatMap(({ categoryId }) => plans.get(categoryId) ?? []) },
          after: {
            month,
            plans: wanted.map(({ categoryId, projected }) => ({ month, categoryId, projected })),
          },
          version: newest(changes.flatMap(({ version }) => version ?? [])),
        });
        const outcome = await stores.budgets.savePlans(budget.ownerId, month, changes, recording);
        return outcome === "saved" ? outcome : "changed";
      }, planChanged);
      return deriveBudgets(await factsOf(budget, month));
    },

    /** Counts the month's actuals from zero again; what is planned stays. */
    async resetMonth(budget: OpenBudget, month: Month): Promise<Budget[]> {
      const { ownerId } = budget;
      const resetAt = clock();
      const reset = retryOnConflict(async () => {
        const { resetAt: before, version } = await stores.budgets.monthReset(ownerId, month);
        const recording = record(budget, {
          ...aboutMonth(month),
          action: "reset",
          before: { month, resetAt: before },
          after: { month, resetAt },
          version: version ?? undefined,
        });
        return stores.budgets.saveReset(ownerId, month, version, resetAt, recording);
      }, planChanged);
      const [facts] = await Promise.all([factsOf(budget, month), reset]);
      return deriveBudgets({ ...facts, resetAt });
    },
  };
}

function refuseUnknown(wanted: readonly { categoryId: Id }[], names: ReadonlyMap<Id, string>) {
  const missing = wanted.findIndex(({ categoryId }) => !names.has(categoryId));
  if (missing >= 0) throw noSuchCategory(`plans.${missing}.categoryId`);
}

const aboutMonth = (month: Month) => ({
  kind: "month" as const,
  entityId: month,
  label: monthLabel(month),
});

function withActual(plan: Plan, facts: MonthFacts): Budget {
  const shown = deriveBudgets(facts).find(({ categoryId }) => categoryId === plan.categoryId);
  return { ...plan, id: budgetId(plan.month, plan.categoryId), actual: shown?.actual ?? ZERO };
}
