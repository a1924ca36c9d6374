import { createReauthentication } from "./account/reauthentication.ts";
import { createSessions } from "./account/sessions.ts";
import { createThrottles } from "./account/throttles.ts";
import { createActivity } from "./activity/activity.ts";
import { createAdministratorCheck } from "./admin/administrator.ts";
import { createPlanWatch } from "./budget/plan-watch.ts";
import type { Env } from "./env.ts";
import { createOnce } from "./idempotency.ts";
import { lazily, lazyCall } from "./lazily.ts";
import { countedLedger } from "./ledger/counted-ledger.ts";
import { createNotifications } from "./notification/notifications.ts";
import { createQuota } from "./quota.ts";
import { createSharedWithMe } from "./share/shared-with-me.ts";
import type { Stores } from "./stores.ts";
import { createTips } from "./tips/tips.ts";
import { createTransactions } from "./transaction/transactions.ts";

export type Core = ReturnType<typeof createCore>;

/** The use cases of requests. Those of schedules are in jobs.ts. */
export function createCore(given: Stores, env: Env) {
  const quota = createQuota(given, env);
  const stores = { ...given, ledger: countedLedger(given.ledger, quota) };
  const watchPlan = createPlanWatch(stores, env);
  const accounts = lazily(async () => (await import("./account/accounts.ts")).createAccounts(stores, env));
  const imports = lazily(async () =>
    (await import("./import/imports.ts")).createImports(stores, env, quota, watchPlan),
  );
  const { reauthenticate, reauthenticateWithPasskey } = createReauthentication(stores, env);
  return {
    accounts,
    admin: lazily(async () => (await import("./admin/admin.ts")).createAdmin(stores, env)),
    secondFactor: lazily(async () =>
      (await import("./account/second-factor.ts")).createSecondFactor(stores, env),
    ),
    sessions: createSessions(stores, env),
    passkeys: lazily(async () => (await import("./account/passkeys.ts")).createPasskeys(stores, env)),
    reauthenticate,
    reauthenticateWithPasskey,
    checkAdministrator: createAdministratorCheck(stores, env),
    categories: lazily(async () => (await import("./category/categories.ts")).createCategories(stores, env)),
    transactions: createTransactions(stores, env, watchPlan),
    quota,
    deleteOnce: createOnce(stores, env),
    takeWork: createThrottles(stores, env).takeWork,
    payments: lazily(async () =>
      (await import("./payment/payments.ts")).createPayments(stores, env, watchPlan),
    ),
    rules: lazily(async () => (await import("./rule/rules.ts")).createRules(stores, env)),
    leaving: lazily(async () => (await import("./account/leaving.ts")).createLeaving(stores, env)),
    imports,
    review: lazily(async () =>
      (await import("./review/reviews.ts")).createReview(stores, env, imports, watchPlan),
    ),
    portability: lazily(async () =>
      (await import("./portability/portability.ts")).createPortability(stores, env, quota),
    ),
    budgets: lazily(async () => (await import("./budget/budgets.ts")).createBudgets(stores, env)),
    figures: lazily(async () => (await import("./budget/figures.ts")).createFigures(stores, env)),
    explain: lazyCall(async () => (await import("./budget/explain.ts")).createExplain(stores, env)),
    activity: createActivity(stores),
    undo: lazyCall(async () => (await import("./activity/undo.ts")).createUndo(stores, env, watchPlan)),
    goals: lazily(async () => (await import("./goal/goals.ts")).createGoals(stores, env)),
    moneyAccounts: lazily(async () =>
      (await import("./money-account/money-accounts.ts")).createMoneyAccounts(stores, env),
    ),
    lines: lazily(async () => (await import("./line/lines.ts")).createLines(stores, env)),
    subscriptions: lazily(async () =>
      (await import("./subscription/subscriptions.ts")).createSubscriptions(stores, env, watchPlan),
    ),
    suggestions: lazily(async () =>
      (await import("./subscription/suggestions.ts")).createSuggestions(stores, env),
    ),
    sharing: lazily(async () => (await import("./share/sharing.ts")).createSharing(stores, env)),
    sharedWithMe: createSharedWithMe(stores, env, accounts.proveEmail),
    balances: lazily(async () => (await import("./share/balances.ts")).createBalances(stores, env)),
    households: lazily(async () => (await import("./share/households.ts")).createHouseholds(stores, env)),
    notifications: createNotifications(stores),
    suppression: lazily(async () => (await import("./mail/suppression.ts")).createSuppression(stores, env)),
    digests: lazily(async () => (await import("./digest/digests.ts")).createDigests(stores, env)),
    campaigns: lazily(async () => (await import("./campaign/campaigns.ts")).createCampaigns(stores, env)),
    tips: createTips(stores, env),
  };
}
