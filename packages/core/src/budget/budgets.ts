import { type Budget, budgetId, type Plan, parseBudgetId } from "@coffer/domain/budget/budget";
import type { CarriedBudget } from "@coffer/domain/budget/carry";
import type { ProposalSource } from "@coffer/domain/budget/definition";
import { type Proposal, proposalMonths, propose } from "@coffer/domain/budget/proposal";
import type { Id } from "@coffer/domain/id";
import { type Cents, minus, plus, ZERO } from "@coffer/domain/money/money";
import { endOfYear, lastMonths, type Month, monthLabel, monthsBetween } from "@coffer/domain/time/month";
import type { OpenLedger } from "../access.ts";
import { categoryRequired, noSuchCategory } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { inSteps } from "../in-steps.ts";
import { refuseFarMonth } from "../ledger/ceilings.ts";
import { createCommit, refuseUnseen } from "../ledger/commit.ts";
import { changeOf } from "../ledger/ledger.ts";
import { changedMeanwhile, invalid, notFound } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import type { StoredPlans } from "./budget-store.ts";
import { readCarriedFacts, readCarriedMonths } from "./carried-months.ts";

type Wanted = { categoryId: Id; projected: Cents };
/** `at` is its position in the request, if that differs from the one in the list. */
type WantedPlan = Wanted & { month?: Month | undefined; at?: number };
type PlansDecision = { action: "planned" | "changed"; before: Plan[]; after: Plan[] };

/** Actuals are derived at every read, never stored. */
export function createBudgets(
  stores: Pick<Stores, "budgets" | "ledger" | "categories" | "subscriptions" | "goals">,
  env: Pick<Env, "clock" | "ids">,
) {
  const { clock } = env;
  const { commit, commitIfAny } = createCommit(stores, env);

  const carriedBudgets = async ({ ownerId }: OpenLedger, month: Month): Promise<CarriedBudget[]> => {
    const { months } = await readCarriedMonths(stores, ownerId, month, month, clock());
    return months[0]?.budgets ?? [];
  };

  /** Plans an amount for a category in a month, or replaces its plan. */
  async function save(ledger: OpenLedger, after: Plan): Promise<Budget> {
    const { month, categoryId, projected } = after;
    const id = budgetId(month, categoryId);
    refuseFarMonth(ledger, month);
    const decide = async () => {
      const stored = await stores.budgets.plans(ledger.ownerId, month);
      const label = stored.names.get(categoryId);
      if (label === undefined) throw categoryRequired();
      const change = planChange(stored, after);
      const { before } = change;
      // A missing plan is shown as a plan of zero.
      refuseUnseen(ledger.seen, { kind: "plan", value: before ?? { ...after, projected: ZERO } });
      return { entityId: id, label, before, after, changes: [change] };
    };
    await commit(ledger, "plan", decide, categoryRequired);
    const shown = (await carriedBudgets(ledger, month)).find((one) => one.id === id);
    return shown ?? { id, month, categoryId, projected, actual: ZERO };
  }

  /** Saves several plans together. If a category is deleted concurrently, the next attempt refuses it. */
  async function saveAll(
    ledger: OpenLedger,
    month: Month,
    wanted: readonly WantedPlan[],
    decide: (planOf: (plan: { month: Month; categoryId: Id }) => Plan | undefined) => PlansDecision | null,
  ): Promise<CarriedBudget[]> {
    const months = [...new Set([month, ...wanted.flatMap((plan) => plan.month ?? [])])];
    for (const one of months) refuseFarMonth(ledger, one);
    const decideMonth = async () => {
      const read = months.map(async (one) => [one, await stores.budgets.plans(ledger.ownerId, one)] as const);
      const stored = new Map(await Promise.all(read));
      const names = stored.get(month)?.names;
      const missing = wanted.findIndex(({ categoryId }) => !names?.has(categoryId));
      if (missing >= 0) throw noSuchCategory(`plans.${wanted[missing]?.at ?? missing}.categoryId`);
      const decision = decide((plan) => stored.get(plan.month)?.plans.get(plan.categoryId));
      if (!decision) return null;
      const { action, before, after } = decision;
      const sides = { before: { month, plans: before }, after: { month, plans: after } };
      const changes = after.flatMap((plan) => {
        const own = stored.get(plan.month);
        return own ? [planChange(own, plan)] : [];
      });
      return { entityId: month, label: monthLabel(month), action, ...sides, changes };
    };
    await commitIfAny(ledger, "month", decideMonth, () => "changed");
    return carriedBudgets(ledger, month);
  }

  return {
    save,

    async list(ledger: OpenLedger, month: Month, categoryId?: Id): Promise<CarriedBudget[]> {
      const budgets = await carriedBudgets(ledger, month);
      return categoryId === undefined ? budgets : budgets.filter((one) => one.categoryId === categoryId);
    },

    /** The last `count` months up to the given one, the oldest first. */
    async history({ ownerId }: OpenLedger, month: Month, count: number) {
      const [first = month] = lastMonths(month, count);
      return (await stores.budgets.sums(ownerId, first, month, clock())).months;
    },

    /** A proposed plan for each category that is not archived. */
    async proposal(ledger: OpenLedger, month: Month, from: ProposalSource): Promise<Proposal[]> {
      const { ownerId } = ledger;
      refuseFarMonth(ledger, month);
      const seen = proposalMonths(month, ledger.today);
      const first = seen.toSorted()[0] ?? month;
      const range = { first, factsFrom: month, last: month };
      const [{ categories, months, facts }, subscriptions, goals] = await Promise.all([
        readCarriedFacts(stores, ownerId, range, clock()),
        stores.subscriptions.list(ownerId),
        stores.goals.list(ownerId),
      ]);
      const wanted = new Set([...seen, month]);
      const budgets = months.filter((one) => wanted.has(one.month)).flatMap((one) => one.budgets);
      const plans = facts.at(-1)?.plans ?? [];
      const opened = months.at(-1)?.budgets ?? [];
      const carried = new Map(opened.map((budget) => [budget.categoryId, budget.carried]));
      return inSteps(
        propose({
          month,
          today: ledger.today,
          from,
          categories,
          plans,
          budgets,
          subscriptions,
          goals,
          carried,
        }),
      );
    },

    /** Changes a budget that the month's list shows, even if it has only transactions and no plan. */
    async update(ledger: OpenLedger, id: string, projected: Cents): Promise<Budget> {
      const parts = parseBudgetId(id);
      if (!parts) throw notFound("Budget");
      const shown = await carriedBudgets(ledger, parts.month);
      if (!shown.some(({ categoryId }) => categoryId === parts.categoryId)) throw notFound("Budget");
      return save(ledger, { ...parts, projected });
    },

    /**
     * Plans categories that have no plan in the month, or in all months until another. With `replace`, existing plans are
     * replaced; else they are kept, concurrently added ones too. A plan that names a month is for that month only.
     */
    planMonth(
      ledger: OpenLedger,
      month: Month,
      wanted: readonly WantedPlan[],
      { until = month, replace = false } = {},
    ) {
      const end = endOfYear(month);
      if (until < month) throw invalid("until", `Choose a month from ${monthLabel(month)} on`);
      if (until > end) throw invalid("until", `Plan at most until ${monthLabel(end)} at once`);
      const months = lastMonths(until, monthsBetween(month, until) + 1);
      const all = wanted.flatMap((plan, at) =>
        (plan.month ? [plan.month] : months).map((one) => ({ ...plan, month: one, at })),
      );
      return saveAll(ledger, month, all, (planOf) => {
        const lastOfEach = new Map(all.map((plan) => [budgetId(plan.month, plan.categoryId), plan]));
        const changed = [...lastOfEach.values()].filter((plan) => {
          const existing = planOf(plan);
          return replace ? existing?.projected !== plan.projected : !existing;
        });
        if (changed.length === 0) return null;
        const after = changed.map(({ month: of, categoryId, projected }) => ({
          month: of,
          categoryId,
          projected,
        }));
        return { action: "planned", before: after.flatMap((plan) => planOf(plan) ?? []), after };
      });
    },

    /** Refuses (conflict) if a plan is not as expected, unless all are as wanted already (a retry). */
    rebalance: (ledger: OpenLedger, month: Month, wanted: readonly (Wanted & { expected: Cents })[]) =>
      saveAll(ledger, month, wanted, (planOf) => {
        const existing = (categoryId: Id) => planOf({ month, categoryId });
        const current = (categoryId: Id) => existing(categoryId)?.projected ?? ZERO;
        if (wanted.every(({ categoryId, projected }) => current(categoryId) === projected)) return null;
        if (wanted.some(({ categoryId, expected }) => current(categoryId) !== expected))
          throw changedMeanwhile("The plan");
        const before = wanted.flatMap(({ categoryId }) => existing(categoryId) ?? []);
        const after = wanted.map(({ categoryId, expected, projected }) => {
          const moved = plus(existing(categoryId)?.moved ?? ZERO, minus(projected, expected));
          return { month, categoryId, projected, ...(moved !== 0 && { moved }) };
        });
        return { action: "changed", before, after };
      }),

    /** Makes the month's actuals count from zero again; plans are kept. */
    async resetMonth(ledger: OpenLedger, month: Month): Promise<CarriedBudget[]> {
      const after = { month, resetAt: clock() };
      const decide = async () => {
        const [read = null] = await stores.ledger.read(ledger.ownerId, [{ kind: "month", ref: { month } }]);
        const before = { month, resetAt: read?.value?.resetAt ?? null };
        const about = { entityId: month, label: monthLabel(month), action: "reset" } as const;
        return { ...about, before, after, changes: [changeOf("month", read, after)] };
      };
      await commit(ledger, "month", decide);
      return carriedBudgets(ledger, month);
    },
  };
}

function planChange({ plans, versions }: StoredPlans, after: Plan) {
  const { categoryId } = after;
  const read = { value: plans.get(categoryId) ?? null, version: versions.get(categoryId) ?? null };
  return changeOf("plan", read, after);
}
