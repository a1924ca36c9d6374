import { deriveMonths } from "@coffer/domain/budget/budget";
import { HISTORY_MONTHS } from "@coffer/domain/budget/history-months";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month } from "@coffer/domain/time/month";
import type { TipsAnswer } from "@coffer/domain/tips/fill-tips";
import { type Facts, type Tips, tipFacts } from "@coffer/domain/tips/tips";
import { wordFacts } from "@coffer/domain/tips/wording";
import type { OpenBudget } from "../access.ts";
import type { UserStore } from "../account/account-store.ts";
import { hashOf } from "../account/links.ts";
import type { BudgetStore } from "../budget/budget-store.ts";
import type { CategoryStore } from "../category/category-store.ts";
import type { Env } from "../env.ts";
import type { GoalStore } from "../goal/goal-store.ts";
import type { SubscriptionStore } from "../subscription/subscription-store.ts";

/** `now` in milliseconds; `facts` a hash. */
export type TipsStore = {
  cached(ownerId: Id, month: Month, facts: string, now: number): Promise<TipsAnswer | undefined>;
  cache(ownerId: Id, month: Month, facts: string, answer: TipsAnswer, now: number): Promise<void>;
  /** Counts one of the user's model calls of a day (UTC); false when there are `limit` already. */
  countCall(userId: Id, limit: number, now: number): Promise<boolean>;
};

type WordedTips = Tips & { source: "model" | "templates" };

const MODEL_TIMEOUT_MS = 3_000;
/** Model calls a user and day. */
const DAILY_CALLS = 20;

/** A model only words the facts: no number is its own (docs/decisions/013-the-model-writes-no-numbers.md). */
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
    const history = deriveMonths(months);
    const budgets = history.find((past) => past.month === month)?.budgets ?? [];
    return tipFacts({ month, today, categories, history, budgets, subscriptions, goals });
  }

  async function wordByModel(budget: OpenBudget, month: Month, known: Facts, templates: Tips) {
    const { ownerId, user } = budget;
    if (!advisor || !user.aiRecommendations) return undefined;
    // Whose figures they are has a say as well: a shared budget's owner may not want a model to see them.
    if (ownerId !== user.id && !(await stores.users.get(ownerId))?.aiRecommendations) return undefined;
    // Loaded here, since only the API asks a model, and only for some requests.
    const [{ nameFacts }, { fillTips }] = await Promise.all([
      import("@coffer/domain/tips/named-facts"),
      import("@coffer/domain/tips/fill-tips"),
    ]);
    const facts = nameFacts(known, user.currency);
    const hash = hashOf(JSON.stringify(facts));
    const cached = await stores.tips.cached(ownerId, month, hash, clock());
    const cachedTips = cached && fillTips(cached, facts, templates);
    if (cachedTips) return cachedTips;
    if (!(await stores.tips.countCall(user.id, DAILY_CALLS, clock()))) return undefined;
    const answer = await withinTimeout((signal) => advisor.word(facts, signal));
    const tips = answer && fillTips(answer, facts, templates);
    if (tips) await stores.tips.cache(ownerId, month, hash, answer, clock());
    return tips;
  }

  return {
    facts,

    /** In the caller's currency. Worded by templates when there is no model, it fails, or it is not wanted. */
    async get(budget: OpenBudget, month: Month): Promise<WordedTips> {
      const known = await facts(budget, month);
      const templates = wordFacts(known, budget.user.currency);
      const worded = await wordByModel(budget, month, known, templates);
      return worded ? { ...worded, source: "model" } : { ...templates, source: "templates" };
    },
  };
}

/** Undefined when it takes longer than the model may, or throws. */
async function withinTimeout<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MODEL_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work(abort.signal), tooLate]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
