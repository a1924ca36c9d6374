import { createHash } from "node:crypto";
import { deriveBudgets } from "@coffer/domain/budget";
import type { Id } from "@coffer/domain/id";
import type { Currency } from "@coffer/domain/money";
import { addMonthsTo, type Month } from "@coffer/domain/month";
import { type Facts, HISTORY_MONTHS, onlyKnownNumbers, type Tips, tipFacts } from "@coffer/domain/tips";
import { wordFacts } from "@coffer/domain/wording";
import type { OpenBudget } from "./access.ts";
import type { UserStore } from "./account-store.ts";
import type { BudgetStore } from "./budgets.ts";
import type { CategoryStore } from "./categories.ts";
import type { Env } from "./env.ts";
import type { GoalStore } from "./goals.ts";
import type { SubscriptionStore } from "./subscriptions.ts";

/** A model that words facts. Undefined when it gives nothing usable; it may throw and it may hang. */
export type Advisor = {
  word(facts: Facts, currency: Currency, signal: AbortSignal): Promise<Tips | undefined>;
};

/** `now` in milliseconds. */
export type TipsStore = {
  /** What was worded of these facts before. */
  cached(ownerId: Id, month: Month, facts: string, now: number): Promise<Tips | undefined>;
  cache(ownerId: Id, month: Month, facts: string, tips: Tips, now: number): Promise<void>;
  /** Takes one of the user's model calls of a day (UTC); false when there are `limit` already. */
  take(userId: Id, limit: number, now: number): Promise<boolean>;
};

type WordedTips = Tips & { source: "model" | "templates" };

/** The longest wait for a model (product page, section 4). */
const PATIENCE_MS = 3_000;
/** Model calls a user and day. */
const DAILY_CALLS = 20;

/**
 * Tips on a month. Every number is computed here, the same templates or a model only word them: an answer of the
 * model that holds any other number, or names another category, is dropped.
 */
export function createTips(
  stores: {
    tips: TipsStore;
    users: UserStore;
    categories: CategoryStore;
    budgets: BudgetStore;
    goals: GoalStore;
    subscriptions: SubscriptionStore;
  },
  { clock, advisor }: Pick<Env, "clock" | "advisor">,
) {
  async function facts({ ownerId, today }: OpenBudget, month: Month): Promise<Facts> {
    const [categories, months, goals, subscriptions] = await Promise.all([
      stores.categories.list(ownerId),
      stores.budgets.months(ownerId, addMonthsTo(month, -HISTORY_MONTHS), month),
      stores.goals.list(ownerId),
      stores.subscriptions.list(ownerId),
    ]);
    const history = months.map((facts) => ({ month: facts.month, totals: deriveBudgets(facts) }));
    const budgets = history.find((past) => past.month === month)?.totals ?? [];
    return tipFacts({ month, today, categories, history, budgets, subscriptions, goals });
  }

  async function asked(budget: OpenBudget, month: Month, known: Facts): Promise<Tips | undefined> {
    const { ownerId, user } = budget;
    if (!advisor || !user.aiRecommendations) return undefined;
    // Whose figures they are has a say as well: a shared budget's owner may not want a model to see them.
    if (ownerId !== user.id && !(await stores.users.get(ownerId))?.aiRecommendations) return undefined;
    const hash = createHash("sha256")
      .update(JSON.stringify([known, user.currency]))
      .digest("base64url");
    const cached = await stores.tips.cached(ownerId, month, hash, clock());
    if (cached) return cached;
    if (!(await stores.tips.take(user.id, DAILY_CALLS, clock()))) return undefined;
    const tips = await inTime((signal) => advisor.word(known, user.currency, signal));
    if (!tips || !onlyKnownNumbers(tips, known, user.currency)) return undefined;
    await stores.tips.cache(ownerId, month, hash, tips, clock());
    return tips;
  }

  return {
    facts,

    /** In the caller's currency. Worded by templates when there is no model, it fails, or it is not wanted. */
    async get(budget: OpenBudget, month: Month): Promise<WordedTips> {
      const known = await facts(budget, month);
      const worded = await asked(budget, month, known);
      if (worded) return { ...worded, source: "model" };
      return { ...wordFacts(known, budget.user.currency), source: "templates" };
    },
  };
}

/** What it gives within the model's time; undefined when it takes longer or throws. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([work(ended.signal), tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}
