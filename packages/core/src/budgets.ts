import { type Budget, budgetId, deriveBudgets, type Plan, parseBudgetId } from "@coffer/domain/budget";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money";
import { addMonthsTo, lastMonths, type Month, monthLabel } from "@coffer/domain/month";
import {
  blanksOnly,
  type Proposal,
  type ProposalSource,
  proposalMonths,
  propose,
} from "@coffer/domain/proposal";
import type { Transaction } from "@coffer/domain/transaction";
import type { OpenBudget } from "./access.ts";
import {
  type ActivityStore,
  createRecorder,
  entryId,
  newest,
  type Recording,
  type StoredEntry,
  undoingOf,
  type Version,
} from "./activity.ts";
import { type CategoryStore, categoryRequired } from "./categories.ts";
import type { Env } from "./env.ts";
import { invalid, notFound, Refusal, refuseUnseen } from "./refusal.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { SubscriptionStore } from "./subscriptions.ts";

/** Everything one month's budgets follow from; `resetAt` in milliseconds. */
export type MonthFacts = { month: Month; plans: Plan[]; transactions: Transaction[]; resetAt: number | null };

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
/** Instants in milliseconds; `previous` is what Undo goes back to, undefined where there is no reset to undo. */
export type MonthReset = {
  resetAt: number | null;
  previous: number | null | undefined;
};

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
  /** The version is null where the month was never reset. */
  monthReset(ownerId: Id, month: Month): Promise<{ value: MonthReset; version: Version | null }>;
  saveReset(
    ownerId: Id,
    month: Month,
    version: Version | null,
    reset: MonthReset,
    recording: Recording,
  ): Promise<"saved" | "changed">;
};

export const planChanged = () => new Refusal("conflict", "The plan was changed meanwhile. Please try again.");

/** What a budget plans and what happened, month by month. Actuals are derived at every reading, never stored. */
export function createBudgets(
  stores: {
    budgets: BudgetStore;
    categories: CategoryStore;
    subscriptions: SubscriptionStore;
    activity: ActivityStore;
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
      return outcome === "saved" ? outcome : undefined;
    }, planChanged);

  /** The reset that counts afterwards, in milliseconds; `decide` gives undefined to leave it as it is. */
  async function changeReset(
    budget: OpenBudget,
    month: Month,
    decide: (reset: MonthReset) => MonthReset | undefined,
    action: "reset" | "undone",
  ): Promise<number | null> {
    const { ownerId } = budget;
    const { resetAt } = await retryOnConflict(async () => {
      const { value, version } = await stores.budgets.monthReset(ownerId, month);
      const after = decide(value);
      if (!after) return value;
      const { entry } = record(budget, {
        ...aboutMonth(month),
        action,
        before: { month, resetAt: value.resetAt },
        after: { month, resetAt: after.resetAt },
        version: version ?? undefined,
      });
      const undone =
        action === "undone" && version?.revision ? await lastReset(ownerId, version.revision) : undefined;
      const recording = undone
        ? { entry: { ...entry, undoes: undone.entry.id }, undoing: undoingOf(undone, entry.id, null) }
        : { entry };
      const outcome = await stores.budgets.saveReset(ownerId, month, version, after, recording);
      return outcome === "saved" ? after : undefined;
    }, planChanged);
    return resetAt;
  }

  async function lastReset(ownerId: Id, revision: number): Promise<StoredEntry | undefined> {
    const found = await stores.activity.find(ownerId, entryId(revision));
    return found && found.entry.undoneBy === null && !found.origin ? found : undefined;
  }

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
      const months = await stores.budgets.months(budget.ownerId, first, month);
      return months.map((facts) => ({ month: facts.month, budgets: deriveBudgets(facts) }));
    },

    /** What a month's plan may start from, one proposal for each category that is not archived. */
    async proposal({ ownerId }: OpenBudget, month: Month, from: ProposalSource): Promise<Proposal[]> {
      const wanted = new Set(proposalMonths(month));
      const [months, categories, subscriptions] = await Promise.all([
        stores.budgets.months(ownerId, addMonthsTo(month, -12), month),
        stores.categories.list(ownerId),
        stores.subscriptions.list(ownerId),
      ]);
      const budgets = months.filter((facts) => wanted.has(facts.month)).flatMap(deriveBudgets);
      const plans = months.find((facts) => facts.month === month)?.plans ?? [];
      return propose({ month, from, categories, plans, budgets, subscriptions });
    },

    /** Plans an amount for a category in a month, or replaces what was planned. */
    async save(budget: OpenBudget, plan: Plan, seen?: string): Promise<Budget> {
      const [facts] = await Promise.all([factsOf(budget, plan.month), setPlan(budget, plan, seen)]);
      return beside(plan, facts);
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
      return beside(plan, facts);
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
        return outcome === "saved" ? outcome : undefined;
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
        return outcome === "saved" ? outcome : undefined;
      }, planChanged);
      return deriveBudgets(await factsOf(budget, month));
    },

    /** Counts the month's actuals from zero again; what is planned stays. */
    async resetMonth(budget: OpenBudget, month: Month): Promise<Budget[]> {
      const resetAt = clock();
      const [facts] = await Promise.all([
        factsOf(budget, month),
        changeReset(budget, month, ({ resetAt: previous }) => ({ resetAt, previous }), "reset"),
      ]);
      return deriveBudgets({ ...facts, resetAt });
    },

    /** Undoes the month's last reset; does nothing when there is none. */
    async undoReset(budget: OpenBudget, month: Month): Promise<Budget[]> {
      const [facts, resetAt] = await Promise.all([
        factsOf(budget, month),
        changeReset(
          budget,
          month,
          ({ previous }) => (previous === undefined ? undefined : { resetAt: previous, previous: undefined }),
          "undone",
        ),
      ]);
      return deriveBudgets({ ...facts, resetAt });
    },
  };
}

function refuseUnknown(wanted: readonly { categoryId: Id }[], names: ReadonlyMap<Id, string>) {
  const missing = wanted.findIndex(({ categoryId }) => !names.has(categoryId));
  if (missing >= 0) throw invalid(`plans.${missing}.categoryId`, "Choose a category of this budget");
}

const aboutMonth = (month: Month) => ({
  kind: "month" as const,
  entityId: month,
  label: monthLabel(month),
});

function beside(plan: Plan, facts: MonthFacts): Budget {
  const shown = deriveBudgets(facts).find(({ categoryId }) => categoryId === plan.categoryId);
  return { ...plan, id: budgetId(plan.month, plan.categoryId), actual: shown?.actual ?? ZERO };
}
