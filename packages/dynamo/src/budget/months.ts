import type { StoredPlans } from "@coffer/core/budget/budget-store";
import { inBatches } from "@coffer/domain/batches";
import type { Plan } from "@coffer/domain/budget/budget";
import { plan } from "@coffer/domain/budget/definition";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedMonth } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { plus, ZERO } from "@coffer/domain/money/money";
import { addMonthsTo, type Month, monthOfDay, monthsBetween } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { besideCategories, type Categories, readCategories } from "../category/resolve-category.ts";
import { type Codec, itemSteps, putStep, versionOf } from "../ledger/codec.ts";
import { datedBetween, hasPrefix, type Item, idText, ledgerKey, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { transactionsIn } from "../transaction/transactions.ts";

type PlanRef = Pick<Plan, "month" | "categoryId">;
export const PLAN_PREFIX = "PLAN#";
const planKey = (ownerId: Id, { month, categoryId }: PlanRef) =>
  ledgerKey(ownerId, `${PLAN_PREFIX}${month}#${idText(categoryId)}`);
const planDate = ({ month, categoryId }: PlanRef) => `${month}#PLAN#${idText(categoryId)}`;
const storedPlan = v.object({
  ...storedOf(plan).entries,
  date: v.string(),
  savedAt: v.optional(v.number()),
  movedAt: v.optional(v.number()),
});
type StoredPlan = v.InferOutput<typeof storedPlan>;
export const planFromItem = v.parser(storedPlan);

/** Key, `date` and `savedAt` (milliseconds) stay when clean-up moves a plan to another category, and sets `movedAt`. */
export const planItem = (ownerId: Id, plan: Plan, savedAt: number) => ({
  ...planKey(ownerId, plan),
  date: planDate(plan),
  ...plan,
  savedAt,
});

export const MONTH_PREFIX = "MONTH#";
const monthKey = (ownerId: Id, { month }: { month: Month }) => ledgerKey(ownerId, `${MONTH_PREFIX}${month}`);
const storedReset = v.object({ month: storedMonth, actualsResetAt: v.nullable(v.number()) });

/** When a month's actuals were reset, in milliseconds; null if that was undone. */
type Reset = { month: Month; resetAt: number | null };

function monthFromItem(item: Item): Reset {
  const { month, actualsResetAt: resetAt } = v.parse(storedReset, item);
  return { month, resetAt };
}

export const monthItem = (ownerId: Id, { month, resetAt }: Reset) => ({
  ...monthKey(ownerId, { month }),
  date: `${month}#MONTH`,
  month,
  actualsResetAt: resetAt,
});

export const resetsIn = (items: readonly Item[]): { month: Month; resetAt: number }[] =>
  readEach(items, monthFromItem).flatMap(({ month, resetAt }) =>
    resetAt === null ? [] : { month, resetAt },
  );

export const planCodec: Codec<"plan"> = {
  key: planKey,
  fromItem: () => null,
  /** Plans as they are shown, including those that were moved into their categories. */
  async read(table, ownerId, refs) {
    const months = [...new Set(refs.map(({ month }) => month))];
    const read = await Promise.all(
      months.map(async (month) => [month, await readPlans(table, ownerId, month)] as const),
    );
    const stored = new Map(read);
    return refs.map(({ month, categoryId }) => ({
      value: stored.get(month)?.plans.get(categoryId) ?? null,
      version: stored.get(month)?.versions.get(categoryId) ?? null,
    }));
  },
  monthOf: ({ month }) => month,
  uses: ({ after }) => after && { categoryId: after.categoryId, holdsType: false },
  steps: itemSteps(planKey, (after, _, { ownerId, entry }) => planItem(ownerId, after, entry.at)),
};

export const monthCodec: Codec<"month"> = {
  key: monthKey,
  fromItem: monthFromItem,
  monthOf: ({ month }) => month,
  steps: ({ after, version }, context) =>
    after ? [putStep(monthItem(context.ownerId, after), version, context)] : [],
};

/**
 * Returns a lookup of the live category that a plan belongs to, null for none. The plan of a category that was moved to
 * another adds to the other's plan, unless that was saved after the move and so replaces both.
 */
export function createPlanResolver(
  plans: readonly StoredPlan[],
  { tombstones, resolve }: Pick<Categories, "tombstones" | "resolve">,
) {
  const savedAt = new Map(plans.map((plan) => [plan.date, plan.savedAt]));
  return ({ month, categoryId, movedAt }: StoredPlan): Id | null => {
    if (resolve(categoryId).categoryId === null) return null;
    let arrivedAt = movedAt;
    for (let at: Id | null = categoryId; at !== null; ) {
      const saved = savedAt.get(planDate({ month, categoryId: at }));
      if (arrivedAt !== undefined && saved !== undefined && saved > arrivedAt) return null;
      const tombstone = tombstones.get(at);
      if (!tombstone) return at;
      arrivedAt = tombstone.deletedAt;
      at = tombstone.movedTo;
    }
    return null;
  };
}

export const monthsFrom = (first: Month, last: Month): Month[] =>
  Array.from({ length: monthsBetween(first, last) + 1 }, (_, index) => addMonthsTo(first, index));

export async function readMonths(table: Table, ownerId: Id, first: Month, last: Month) {
  const reading = readMonthItems(table, ownerId, first, last);
  const [items, categories] = await besideCategories(
    reading,
    (items) => items,
    () => readCategories(table, ownerId),
  );
  return { months: await factsIn(items, categories, monthsFrom(first, last)), categories };
}

/** Up to the last item dated in `last`: "~" sorts after the "#" of plans and the "-" of days. */
export const readMonthItems = (table: Table, ownerId: Id, first: Month, last: Month) =>
  table.query(datedBetween(ledgerPartition(ownerId), first, `${last}~`));

/** Rows that are parsed in one step; between steps, other requests get their turn. */
const ROWS_A_STEP = 250;

export async function factsIn(items: readonly Item[], categories: Categories, months: readonly Month[]) {
  const shown: Transaction[] = [];
  for (const some of inBatches(items, ROWS_A_STEP)) {
    shown.push(...transactionsIn(some, categories));
    if (items.length > ROWS_A_STEP) await new Promise((resolve) => setImmediate(resolve));
  }
  const transactions = Map.groupBy(shown, ({ date }) => monthOfDay(date));
  const plans = Map.groupBy(plansIn(items, categories), ({ month }) => month);
  const resets = resetsIn(items.filter((item) => hasPrefix(item, MONTH_PREFIX)));
  return months.map((month) => ({
    month,
    plans: plans.get(month) ?? [],
    transactions: transactions.get(month) ?? [],
    resetAt: resets.find((reset) => reset.month === month)?.resetAt ?? null,
  }));
}

/** The plans of a month, with the versions of plans that were saved for the category itself. */
export async function readPlans(table: Table, ownerId: Id, month: Month): Promise<StoredPlans> {
  const first = `${month}#PLAN#`;
  const reading = table.query(datedBetween(ledgerPartition(ownerId), first, `${first}~`));
  const [items, categories] = await besideCategories(
    reading,
    (items) => items,
    () => readCategories(table, ownerId),
  );
  const versions = readEach(items, (item) => {
    const plan = planFromItem(item);
    return plan.date === planDate(plan) ? [[plan.categoryId, versionOf(item)] as const] : [];
  }).flat();
  return {
    plans: new Map(plansIn(items, categories).map((plan) => [plan.categoryId, plan])),
    versions: new Map(versions),
    names: categories.names,
  };
}

/** One plan for each month and live category: the sum of the plans that belong to it. */
export function plansIn(items: readonly Item[], categories: Categories): Plan[] {
  const stored = readEach(
    items.filter((item) => hasPrefix(item, PLAN_PREFIX)),
    planFromItem,
  );
  const resolvePlan = createPlanResolver(stored, categories);
  const plans = new Map<string, Plan>();
  for (const plan of stored) {
    const categoryId = resolvePlan(plan);
    if (categoryId === null) continue;
    const { month, projected, moved = ZERO } = plan;
    const date = planDate({ month, categoryId });
    const others = plans.get(date);
    const allMoved = plus(others?.moved ?? ZERO, moved);
    plans.set(date, {
      month,
      categoryId,
      projected: plus(others?.projected ?? ZERO, projected),
      ...(allMoved !== 0 && { moved: allMoved }),
    });
  }
  return [...plans.values()];
}
