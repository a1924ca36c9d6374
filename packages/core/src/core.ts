import { createAccounts } from "./account/accounts.ts";
import { createLeaving } from "./account/leaving.ts";
import { createReauthentication } from "./account/reauthentication.ts";
import { createSessions } from "./account/sessions.ts";
import { createActivity } from "./activity/activity.ts";
import { createAdmin } from "./admin/admin.ts";
import { createAdministratorCheck } from "./admin/administrator.ts";
import { createBudgets } from "./budget/budgets.ts";
import { createFigures } from "./budget/figures.ts";
import { createPlanWatch } from "./budget/plan-watch.ts";
import { createCategories } from "./category/categories.ts";
import { createDigests } from "./digest/digests.ts";
import type { Env } from "./env.ts";
import { createGoals } from "./goal/goals.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { createSuppression } from "./mail/suppression.ts";
import { createNotifications } from "./notification/notifications.ts";
import { createPayments } from "./payment/payments.ts";
import { createQuota } from "./quota.ts";
import { createRules } from "./rule/rules.ts";
import { createHouseholds } from "./share/households.ts";
import { createSharedWithMe } from "./share/shared-with-me.ts";
import { createSharing } from "./share/sharing.ts";
import type { Stores } from "./stores.ts";
import { createSubscriptions } from "./subscription/subscriptions.ts";
import { createTransactions } from "./transaction/transactions.ts";

export type Core = ReturnType<typeof createCore>;

/** A call whose code is loaded when it is made: most instances of the API never need it. */
const lazy =
  <Args extends unknown[], Result>(load: () => Promise<(...args: Args) => Promise<Result>>) =>
  async (...args: Args): Promise<Result> =>
    (await load())(...args);

export function createCore(stores: Stores, env: Env) {
  const watchPlan = createPlanWatch(stores, env);
  const passkeys = async () => (await import("./account/passkeys.ts")).createPasskeys(stores, env);
  const imports = async () => (await import("./import/imports.ts")).createImports(stores, env, watchPlan);
  const portability = async () =>
    (await import("./portability/portability.ts")).createPortability(stores, env);
  const campaigns = async () => (await import("./campaign/campaigns.ts")).createCampaigns(stores, env);
  const tasks = async () => (await import("./task/tasks.ts")).createTasks(stores, env);
  const admin = createAdmin(stores, env);
  const accounts = createAccounts(stores, env);
  return {
    accounts,
    sessions: createSessions(stores, env),
    passkeys: {
      list: lazy(async () => (await passkeys()).list),
      options: lazy(async () => (await passkeys()).options),
      add: lazy(async () => (await passkeys()).add),
      remove: lazy(async () => (await passkeys()).remove),
      signInOptions: lazy(async () => (await passkeys()).signInOptions),
      prove: lazy(async () => (await passkeys()).prove),
    },
    ...createReauthentication(stores, env),
    checkAdministrator: createAdministratorCheck(stores, env),
    categories: createCategories(stores, env),
    transactions: createTransactions(stores, env, watchPlan),
    takeRows: createQuota(stores, env),
    payments: createPayments(stores, env, watchPlan),
    rules: createRules(stores, env),
    leaving: createLeaving(stores, env),
    imports: {
      add: lazy(async () => (await imports()).add),
      match: lazy(async () => (await imports()).match),
    },
    portability: {
      export: lazy(async () => (await portability()).export),
      restore: lazy(async () => (await portability()).restore),
    },
    budgets: createBudgets(stores, env),
    figures: createFigures(stores, env),
    explain: lazy(async () => (await import("./budget/explain.ts")).createExplain(stores, env)),
    activity: {
      ...createActivity(stores),
      undo: lazy(async () => (await import("./activity/undo.ts")).createUndo(stores, env, watchPlan)),
    },
    goals: createGoals(stores, env),
    subscriptions: {
      ...createSubscriptions(stores, env, watchPlan),
      postDue: lazy(async () => {
        const watchPayments = createPlanWatch(stores, env, { mailAtNight: false });
        return (await import("./subscription/post-due.ts")).createPostDue(stores, env, watchPayments).postDue;
      }),
    },
    sharing: { ...createSharing(stores, env), ...createSharedWithMe(stores, env, accounts.proveEmail) },
    households: createHouseholds(stores, env),
    notifications: {
      ...createNotifications(stores),
      notifyDaily: lazy(
        async () =>
          (await import("./notification/daily-notices.ts")).createDailyNotices(stores, env).notifyDaily,
      ),
    },
    suppression: createSuppression(stores, env),
    digests: createDigests(stores, env),
    campaigns: {
      progress: lazy(async () => (await campaigns()).progress),
      start: lazy(async () => (await campaigns()).start),
      fanOut: lazy(async () => (await campaigns()).fanOut),
    },
    tasks: {
      run: lazy(async () => (await tasks()).run),
      runDue: lazy(async () => (await tasks()).runDue),
    },
    tips: { get: lazy(async () => (await import("./tips/tips.ts")).createTips(stores, env).get) },
    admin,
    housekeep: createHousekeeping(stores, env, admin),
  };
}
