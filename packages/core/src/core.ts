import { createAccounts } from "./accounts.ts";
import { createActivity } from "./activity.ts";
import { createAdmin } from "./admin.ts";
import { createBudgets } from "./budgets.ts";
import { createCampaigns } from "./campaigns.ts";
import { createCategories } from "./categories.ts";
import { createDigests } from "./digests.ts";
import type { Env } from "./env.ts";
import { createExplain } from "./explain.ts";
import { createGoals } from "./goals.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { createImports } from "./imports.ts";
import { createLeaving } from "./leaving.ts";
import { createNotifications } from "./notifications.ts";
import { createPlanWatch } from "./plan-watch.ts";
import { createPortability } from "./portability.ts";
import { createReauthentication } from "./reauthentication.ts";
import { createRules } from "./rules.ts";
import { createSessions } from "./sessions.ts";
import { createSharedWithMe } from "./shared-with-me.ts";
import { createSharing } from "./sharing.ts";
import type { Stores } from "./stores.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createSuppression } from "./suppression.ts";
import { createTips } from "./tips.ts";
import { createTransactions } from "./transactions.ts";
import { createUndo } from "./undo.ts";

export type Core = ReturnType<typeof createCore>;

/** All use cases. */
export function createCore(stores: Stores, env: Env) {
  const admin = createAdmin(stores, env);
  const accounts = createAccounts(stores, env);
  return {
    accounts,
    sessions: createSessions(stores, env),
    reauthenticate: createReauthentication(stores, env),
    categories: createCategories(stores, env),
    transactions: createTransactions(stores, env, createPlanWatch(stores, env)),
    rules: createRules(stores, env),
    leaving: createLeaving(stores, env),
    imports: createImports(stores, env),
    portability: createPortability(stores, env),
    budgets: createBudgets(stores, env),
    explain: createExplain(stores),
    activity: { ...createActivity(stores), undo: createUndo(stores, env) },
    goals: createGoals(stores, env),
    subscriptions: {
      ...createSubscriptions(stores, env),
      // The API does neither part of the daily job, so that these are loaded where it runs.
      postDue: async (now: number) => (await import("./post-due.ts")).createPostDue(stores, env)(now),
    },
    sharing: { ...createSharing(stores, env), ...createSharedWithMe(stores, env, accounts.proveEmail) },
    notifications: {
      ...createNotifications(stores),
      tellDaily: async (now: number) =>
        (await import("./daily-notices.ts")).createDailyNotices(stores, env)(now),
    },
    suppression: createSuppression(stores, env),
    digests: createDigests(stores, env),
    campaigns: createCampaigns(stores, env),
    tips: createTips(stores, env),
    admin,
    housekeep: createHousekeeping(stores, env, admin),
  };
}
