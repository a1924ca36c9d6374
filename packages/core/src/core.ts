import { createAccounts } from "./account/accounts.ts";
import { createLeaving } from "./account/leaving.ts";
import { createPasskeys } from "./account/passkeys.ts";
import { createSecondFactor } from "./account/second-factor.ts";
import { createReauthentication, createSessions } from "./account/sessions.ts";
import { createThrottles } from "./account/throttles.ts";
import { createActivity } from "./activity/activity.ts";
import { createUndo } from "./activity/undo.ts";
import { createAdmin, createAdministratorCheck } from "./admin/admin.ts";
import { createBudgets } from "./budget/budgets.ts";
import { createExplain, createFigures } from "./budget/figures.ts";
import { createTransactionNotices } from "./budget/transaction-notices.ts";
import { createCampaigns } from "./campaign/campaigns.ts";
import { createCategories } from "./category/categories.ts";
import { createDigests } from "./digest/digests.ts";
import type { Env } from "./env.ts";
import { createGoals } from "./goal/goals.ts";
import { createIdempotentDeletion } from "./idempotency.ts";
import { createImports } from "./import/imports.ts";
import { createLines } from "./line/lines.ts";
import { createSuppression } from "./mail/suppression.ts";
import { createMoneyAccounts } from "./money-account/money-accounts.ts";
import { createNotifications } from "./notification/notifications.ts";
import { createPayments } from "./payment/payments.ts";
import { createPortability } from "./portability/portability.ts";
import { countedLedger, createQuota } from "./quota.ts";
import { createReview } from "./review/reviews.ts";
import { createRules } from "./rule/rules.ts";
import { createBalances } from "./share/balances.ts";
import { createHouseholds } from "./share/households.ts";
import { createSharedWithMe } from "./share/shared-with-me.ts";
import { createSharing } from "./share/sharing.ts";
import type { Stores } from "./stores.ts";
import { createSubscriptions } from "./subscription/subscriptions.ts";
import { createSuggestions } from "./subscription/suggestions.ts";
import { createTips } from "./tips/tips.ts";
import { createTransactions } from "./transaction/transactions.ts";

export type Core = ReturnType<typeof createCore>;

/** The use cases of requests. Those of schedules are in jobs.ts. */
export function createCore(given: Stores, env: Env) {
  const quota = createQuota(given, env);
  const stores = { ...given, ledger: countedLedger(given.ledger, quota) };
  const notifyOfTransactions = createTransactionNotices(stores, env);
  const accounts = createAccounts(stores, env);
  const imports = createImports(stores, env, quota, notifyOfTransactions);
  const review = createReview(stores, env, imports, notifyOfTransactions);
  const { reauthenticate, reauthenticateWithPasskey } = createReauthentication(stores, env);
  return {
    accounts,
    admin: createAdmin(stores, env),
    secondFactor: createSecondFactor(stores, env),
    sessions: createSessions(stores, env),
    passkeys: createPasskeys(stores, env),
    reauthenticate,
    reauthenticateWithPasskey,
    checkAdministrator: createAdministratorCheck(stores, env),
    categories: createCategories(stores, env),
    transactions: createTransactions(stores, env, notifyOfTransactions),
    quota,
    deleteOnce: createIdempotentDeletion(stores, env),
    takeWork: createThrottles(stores, env).takeWork,
    payments: createPayments(stores, env, notifyOfTransactions),
    rules: createRules(stores, env, review, notifyOfTransactions),
    leaving: createLeaving(stores, env),
    imports,
    review,
    portability: createPortability(stores, env, quota),
    budgets: createBudgets(stores, env),
    figures: createFigures(stores, env),
    explain: createExplain(stores, env),
    activity: createActivity(stores),
    undo: createUndo(stores, env, notifyOfTransactions),
    goals: createGoals(stores, env),
    moneyAccounts: createMoneyAccounts(stores, env),
    lines: createLines(stores, env),
    subscriptions: createSubscriptions(stores, env, notifyOfTransactions),
    suggestions: createSuggestions(stores, env),
    sharing: createSharing(stores, env),
    sharedWithMe: createSharedWithMe(stores, env, accounts.proveEmail),
    balances: createBalances(stores, env),
    households: createHouseholds(stores, env),
    notifications: createNotifications(stores),
    suppression: createSuppression(stores, env),
    digests: createDigests(stores, env),
    campaigns: createCampaigns(stores, env),
    tips: createTips(stores, env),
  };
}
