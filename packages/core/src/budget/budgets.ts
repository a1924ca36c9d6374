import {
  type Budget,
  budgetId,
  type MonthFacts,
  type Plan,
  parseBudgetId,
} from "@coffer/domain/budget/budget";
import type { CarriedBudget } from "@coffer/domain/budget/carry";
import { blanksOnly, type Proposal, proposalMonths, propose } from "@coffer/domain/budget/proposal";
import type { ProposalSource } from "@coffer/domain/budget/proposal-sources";
import type { Id } from "@coffer/domain/id";
import { type Cents, minus, plus, ZERO } from "@coffer/domain/money/money";
import { addMonthsTo, lastMonths, type Month, monthLabel } from "@coffer/domain/time/month";
import type { OpenLedger } from "../access.ts";
import { refuseUnseen } from "../activity/refuse-unseen.ts";
import { categoryRequired, noSuchCategory } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { createCommit } from "../ledger/commit.ts";
import { changeOf } from "../ledger/ledger.ts";
import { changedMeanwhile, notFound } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import type { StoredPlans } from "./budget-store.ts";
import { readCarriedFacts, readCarriedMonths } from "./carried-months.ts";

type PlansDecision = { action: "planned" | "changed"; before: Plan[]; after: Plan[] };

/** Actuals are derived at every reading, never stored. */
export function createBudgets(
  stores: Pick<Stores, "budgets" | "ledger" | "categories" | "subscriptions" | "goals">,
  { clock, ids }: Pick<Env, "clock" | "ids">,
) {
  const { commit, commitIfAny } = createCommit(stores, { clock, ids });
  const factsOf = async (ledger: OpenLedger, month: Month): Promise<MonthFacts> => {
    const [facts] = await stores.budgets.months(ledger.ownerId, month, month);
    return facts ?? { month, plans: [], transactions: [], resetAt: null };
  };

  const carriedBudgets = async ({ ownerId }: OpenLedger, month: Month): Promise<CarriedBudget[]> => {
    const { months } = await readCarriedMonths(stores, ownerId, month, month, clock());
    return months[0]?.budgets ?? [];
  };

  const shownOf = async (ledger: OpenLedger, { month, categoryId, projected }: Plan): Promise<Budget> => {
    const id = budgetId(month, categoryId);
    const shown = (await carriedBudgets(ledger, month)).find((one) => one.id === id);
    return shown ?? { id, month, categoryId, projected, actual: ZERO };
  };

  const planChange = ({ plans, versions }: StoredPlans, after: Plan) => {
    const { categoryId } = after;
    return changeOf(
      "plan",
      { value: plans.get(categoryId) ?? null, version: versions.get(categoryId) ?? null },
      after,
    );
  };

  async function setPlan(ledger: OpenLedger, after: Plan): Promise<void> {
    const { month, categoryId } = after;
    const decide = async () => {
      const stored = await stores.budgets.plans(ledger.ownerId, month);
      const label = stored.names.get(categoryId);
      if (label === undefined) throw categoryRequired();
      const change = planChange(stored, after);
      // What is not planned is shown as a plan of zero.
      refuseUnseen(ledger.seen, { kind: "plan", value: change.before ?? { ...after, projected: ZERO } });
      const { before } = change;
      return { entityId: budgetId(month, categoryId), label, before, after, changes: [change] };
    };
    await commit(ledger, "plan", decide, categoryRequired);
  }

  /** Plans several at once; a category that goes meanwhile is found missing by the next attempt. */
  const setPlans = (
    ledger: OpenLedger,
    month: Month,
    decide: (stored: StoredPlans) => PlansDecision | null,
  ) =>
    commitIfAny(
      ledger,
      "month",
      async () => {
        const stored = await stores.budgets.plans(ledger.ownerId, month);
        const decision = decide(stored);
        if (!decision) return null;
        const { action, before, after } = decision;
        return {
          ...aboutMonth(month),
          action,
          before: { month, plans: before },
          after: { month, plans: after },
          changes: after.map((plan) => planChange(stored, plan)),
        };
      },
      () => "changed",
    );

  return {
    facts: factsOf,

    async list(ledger: OpenLedger, month: Month, categoryId?: Id): Promise<CarriedBudget[]> {
      const budgets = await carriedBudgets(ledger, month);
      return categoryId === undefined ? budgets : budgets.filter((one) => one.categoryId === categoryId);
    },

    /** Oldest first. */
    async history(
      ledger: OpenLedger,
      month: Month,
      count: number,
    ): Promise<{ month: Month; budgets: Budget[] }[]> {
      const [first = month] = lastMonths(month, count);
      return (await stores.budgets.sums(ledger.ownerId, first, month, clock())).months;
    },

    async proposal({ ownerId }: OpenLedger, month: Month, from: ProposalSource): Promise<Proposal[]> {
      const wanted = new Set(proposalMonths(month));
      const [{ categories, months, facts }, subscriptions, goals] = await Promise.all([
        readCarriedFacts(
          stores,
          ownerId,
          { first: addMonthsTo(month, -12), factsFrom: month, last: month },
          clock(),
        ),
        stores.subscriptions.list(ownerId),
        stores.goals.list(ownerId),
      ]);
      const budgets = months.filter((one) => wanted.has(one.month)).flatMap((one) => one.budgets);
      const plans = facts.at(-1)?.plans ?? [];
      const opened = months.at(-1)?.budgets ?? [];
      const carried = new Map(opened.map((budget) => [budget.categoryId, budget.carried]));
      return propose({ month, from, categories, plans, budgets, subscriptions, goals, carried });
    },

    async save(ledger: OpenLedger, plan: Plan): Promise<Budget> {
      await setPlan(ledger, plan);
      return shownOf(ledger, plan);
    },

    /** Changes a budget that the month's list shows, be it for its transactions alone. */
    async update(ledger: OpenLedger, id: string, projected: Cents): Promise<Budget> {
      const parts = parseBudgetId(id);
      if (!parts) throw notFound("Budget");
      const plan = { ...parts, projected };
      const shown = await carriedBudgets(ledger, plan.month);
      if (!shown.some(({ categoryId }) => categoryId === plan.categoryId)) throw notFound("Budget");
      await setPlan(ledger, plan);
      return shownOf(ledger, plan);
    },

    /** Plans what has no plan in the month yet; a plan that is there, or comes at the same time, stays. */
    async planMonth(
      ledger: OpenLedger,
      month: Month,
      wanted: readonly { categoryId: Id; projected: Cents }[],
    ): Promise<CarriedBudget[]> {
      await setPlans(ledger, month, ({ plans, names }) => {
        refuseUnknown(wanted, names);
        const blanks = blanksOnly(
          [...new Map(wanted.map((plan) => [plan.categoryId, plan])).values()],
          [...plans.values()],
        );
        if (blanks.length === 0) return null;
        const after = blanks.map(({ categoryId, projected }) => ({ month, categoryId, projected }));
        return { action: "planned", before: [], after };
      });
      return carriedBudgets(ledger, month);
    },

    /**
     * Moves planned amounts between categories, with one write. Refuses (conflict) where a plan is neither as expected
     * nor, by a repeat, as it is to become.
     */
    async rebalance(
      ledger: OpenLedger,
      month: Month,
      wanted: readonly { categoryId: Id; expected: Cents; projected: Cents }[],
    ): Promise<CarriedBudget[]> {
      await setPlans(ledger, month, ({ plans, names }) => {
        refuseUnknown(wanted, names);
        const current = (categoryId: Id) => plans.get(categoryId)?.projected ?? ZERO;
        if (wanted.every(({ categoryId, projected }) => current(categoryId) === projected)) return null;
        if (wanted.some(({ categoryId, expected }) => current(categoryId) !== expected))
          throw changedMeanwhile("The plan");
        return {
          action: "changed",
          before: wanted.flatMap(({ categoryId }) => plans.get(categoryId) ?? []),
          after: wanted.map(({ categoryId, expected, projected }) => {
            const moved = plus(plans.get(categoryId)?.moved ?? ZERO, minus(projected, expected));
            return { month, categoryId, projected, ...(moved !== 0 && { moved }) };
          }),
        };
      });
      return carriedBudgets(ledger, month);
    },

    /** Counts the month's actuals from zero again; what is planned stays. */
    async resetMonth(ledger: OpenLedger, month: Month): Promise<CarriedBudget[]> {
      const { ownerId } = ledger;
      const resetAt = clock();
      const decide = async () => {
        const named = [{ kind: "month" as const, ref: { month } }];
        const [read = null] = await stores.ledger.read(ownerId, named);
        return {
          ...aboutMonth(month),
          action: "reset" as const,
          before: { month, resetAt: read?.value?.resetAt ?? null },
          after: { month, resetAt },
          changes: [changeOf("month", read, { month, resetAt })],
        };
      };
      await commit(ledger, "month", decide);
      return carriedBudgets(ledger, month);
    },
  };
}

function refuseUnknown(wanted: readonly { categoryId: Id }[], names: ReadonlyMap<Id, string>) {
  const missing = wanted.findIndex(({ categoryId }) => !names.has(categoryId));
  if (missing >= 0) throw noSuchCategory(`plans.${missing}.categoryId`);
}

const aboutMonth = (month: Month) => ({
  entityId: month,
  label: monthLabel(month),
});
