import { createAccounts } from "./accounts.ts";
import { createActivity } from "./activity.ts";
import { createAdmin } from "./admin.ts";
import { createBudgets } from "./budgets.ts";
import { createCategories } from "./categories.ts";
import { createDigests } from "./digests.ts";
import type { Env } from "./env.ts";
import { createGoals } from "./goals.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { createLeaving } from "./leaving.ts";
import { createNotifications } from "./notifications.ts";
import { createPlanWatch } from "./plan-watch.ts";
import { createReauthentication } from "./reauthentication.ts";
import { createRules } from "./rules.ts";
import { createSessions } from "./sessions.ts";
import { createSharedWithMe } from "./shared-with-me.ts";
import { createSharing } from "./sharing.ts";
import type { Stores } from "./stores.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createSuppression } from "./suppression.ts";
import { createTransactions } from "./transactions.ts";

export type Core = ReturnType<typeof createCore>;

/** A call whose code is loaded when it is made: most instances of the API never need it. */
const lazy =
  <Args extends unknown[], Result>(load: () => Promise<(...args: Args) => Promise<Result>>) =>
  async (...args: Args): Promise<Result> =>
    (await load())(...args);

export function createCore(stores: Stores, env: Env) {
  const watchPlan = createPlanWatch(stores, env);
  const imports = async () => (await import("./imports.ts")).createImports(stores, env, watchPlan);
  const portability = async () => (await import("./portability.ts")).createPortability(stores, env);
  const campaigns = async () => (await import("./campaigns.ts")).createCampaigns(stores, env);
  const admin = createAdmin(stores, env);
  const accounts = createAccounts(stores, env);
  return {
    accounts,
    sessions: createSessions(stores, env),
    reauthenticate: createReauthentication(stores, env),
    categories: createCategories(stores, env),
    transactions: createTransactions(stores, env, watchPlan),
    rules: createRules(stores, env),
    leaving: createLeaving(stores, env),
    imports: { add: lazy(async () => (await imports()).add) },
    portability: {
      export: lazy(async () => (await portability()).export),
      restore: lazy(async () => (await portability()).restore),
    },
    budgets: createBudgets(stores, env),
    explain: lazy(async () => (await import("./explain.ts")).createExplain(stores)),
    activity: {
      ...createActivity(stores),
      undo: lazy(async () => (await import("./undo.ts")).createUndo(stores, env, watchPlan)),
    },
    goals: createGoals(stores, env),
    subscriptions: {
      ...createSubscriptions(stores, env, watchPlan),
      postDue: lazy(async () => {
        const watchPayments = createPlanWatch(stores, env, { mailAtNight: false });
        return (await import("./post-due.ts")).createPostDue(stores, env, watchPayments);
      }),
    },
    sharing: { ...createSharing(stores, env), ...createSharedWithMe(stores, env, accounts.proveEmail) },
    notifications: {
      ...createNotifications(stores),
      notifyDaily: lazy(async () => (await import("./daily-notices.ts")).createDailyNotices(stores, env)),
    },
    suppression: createSuppression(stores, env),
    digests: createDigests(stores, env),
    campaigns: {
      progress: lazy(async () => (await campaigns()).progress),
      start: lazy(async () => (await campaigns()).start),
      fanOut: lazy(async () => (await campaigns()).fanOut),
    },
    tips: { get: lazy(async () => (await import("./tips.ts")).createTips(stores, env).get) },
    admin,
    housekeep: createHousekeeping(stores, env, admin),
  };
}
