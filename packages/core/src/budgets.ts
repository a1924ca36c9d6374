import { type Budget, budgetId, deriveBudgets, type Plan, parseBudgetId } from "@coffer/domain/budget";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money";
import { addMonthsTo, lastMonths, type Month } from "@coffer/domain/month";
import { type Proposal, type ProposalSource, proposalMonths, propose } from "@coffer/domain/proposal";
import type { Transaction } from "@coffer/domain/transaction";
import type { OpenBudget } from "./access.ts";
import { type CategoryStore, categoryRequired } from "./categories.ts";
import type { Env } from "./env.ts";
import { notFound } from "./refusal.ts";
import type { SubscriptionStore } from "./subscriptions.ts";

/** Everything one month's budgets follow from; `resetAt` in milliseconds. */
export type MonthFacts = { month: Month; plans: Plan[]; transactions: Transaction[]; resetAt: number | null };

export type BudgetStore = {
  /** The facts of every month from `first` to `last`, both included, in order. */
  months(ownerId: Id, first: Month, last: Month): Promise<MonthFacts[]>;
  /** Plans, or plans again; false when the category is not there. `now` in milliseconds. */
  save(ownerId: Id, plan: Plan, now: number): Promise<boolean>;
  /** False when the month has no such plan or the category is not there. */
  replace(ownerId: Id, plan: Plan, now: number): Promise<boolean>;
  /** Counts actuals from `now` on, in milliseconds. */
  reset(ownerId: Id, month: Month, now: number): Promise<void>;
  /** The reset, in milliseconds, that counts once the last one is taken back; the last one when there is none to take back. */
  undoReset(ownerId: Id, month: Month): Promise<number | null>;
};

/** What a budget plans and what happened, month by month. Actuals are derived at every reading, never stored. */
export function createBudgets(
  stores: { budgets: BudgetStore; categories: CategoryStore; subscriptions: SubscriptionStore },
  { clock }: Pick<Env, "clock">,
) {
  const factsOf = async (budget: OpenBudget, month: Month): Promise<MonthFacts> => {
    const [facts] = await stores.budgets.months(budget.ownerId, month, month);
    return facts ?? { month, plans: [], transactions: [], resetAt: null };
  };

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
      return propose({ month, from, categories, budgets, subscriptions });
    },

    /** Plans an amount for a category in a month, or replaces what was planned. */
    async save(budget: OpenBudget, plan: Plan): Promise<Budget> {
      const [facts, saved] = await Promise.all([
        factsOf(budget, plan.month),
        stores.budgets.save(budget.ownerId, plan, clock()),
      ]);
      if (!saved) throw categoryRequired();
      return beside(plan, facts);
    },

    /** Changes a budget that the month's list shows, be it for its transactions alone. */
    async update(budget: OpenBudget, id: string, projected: Cents): Promise<Budget> {
      const parts = parseBudgetId(id);
      if (!parts) throw notFound("Budget");
      const plan = { ...parts, projected };
      const [facts, replaced] = await Promise.all([
        factsOf(budget, plan.month),
        stores.budgets.replace(budget.ownerId, plan, clock()),
      ]);
      if (!replaced) {
        if (!deriveBudgets(facts).some(({ categoryId }) => categoryId === plan.categoryId))
          throw notFound("Budget");
        if (!(await stores.budgets.save(budget.ownerId, plan, clock()))) throw categoryRequired();
      }
      return beside(plan, facts);
    },

    /** Counts the month's actuals from zero again; what is planned stays. */
    async resetMonth(budget: OpenBudget, month: Month): Promise<Budget[]> {
      const resetAt = clock();
      const [facts] = await Promise.all([
        factsOf(budget, month),
        stores.budgets.reset(budget.ownerId, month, resetAt),
      ]);
      return deriveBudgets({ ...facts, resetAt });
    },

    /** Undoes the month's last reset; does nothing when there is none. */
    async undoReset(budget: OpenBudget, month: Month): Promise<Budget[]> {
      const [facts, resetAt] = await Promise.all([
        factsOf(budget, month),
        stores.budgets.undoReset(budget.ownerId, month),
      ]);
      return deriveBudgets({ ...facts, resetAt });
    },
  };
}

function beside(plan: Plan, facts: MonthFacts): Budget {
  const shown = deriveBudgets(facts).find(({ categoryId }) => categoryId === plan.categoryId);
  return { ...plan, id: budgetId(plan.month, plan.categoryId), actual: shown?.actual ?? ZERO };
}
