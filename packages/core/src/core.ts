import { createAccounts } from "./account/accounts.ts";
import { createLeaving } from "./account/leaving.ts";
import { createReauthentication } from "./account/reauthentication.ts";
import { createSessions } from "./account/sessions.ts";
import { createThrottles } from "./account/throttles.ts";
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
import { createBalances } from "./share/balances.ts";
import { createHouseholds } from "./share/households.ts";
import { createSharedWithMe } from "./share/shared-with-me.ts";
import { createSharing } from "./share/sharing.ts";
import type { Stores } from "./stores.ts";
import { createSubscriptions } from "./subscription/subscriptions.ts";
import { createTransactions } from "./transaction/transactions.ts";

export type Core = ReturnType<typeof createCore>;

type Calls<Name extends string> = Record<Name, (...args: never[]) => Promise<unknown>>;

/** Calls of a part whose code is loaded when one is made: most instances of the API never need it. */
const lazy = <Name extends string, Part extends Calls<Name>>(
  names: readonly Name[],
  load: () => Promise<Part>,
) =>
  Object.fromEntries(
    names.map((name) => [name, async (...args: never[]) => (await load())[name](...args)]),
  ) as Pick<Part, Name>;

export function createCore(stores: Stores, env: Env) {
  const watchPlan = createPlanWatch(stores, env);
  const admin = createAdmin(stores, env);
  const accounts = createAccounts(stores, env);
  return {
    accounts,
    sessions: createSessions(stores, env),
    passkeys: lazy(["list", "options", "add", "remove", "signInOptions", "prove"], async () =>
      (await import("./account/passkeys.ts")).createPasskeys(stores, env),
    ),
    ...createReauthentication(stores, env),
    checkAdministrator: createAdministratorCheck(stores, env),
    categories: createCategories(stores, env),
    transactions: createTransactions(stores, env, watchPlan),
    takeRows: createQuota(stores, env),
    takeWork: createThrottles(stores, env).takeWork,
    payments: createPayments(stores, env, watchPlan),
    rules: createRules(stores, env),
    leaving: createLeaving(stores, env),
    imports: lazy(["add", "match"], async () =>
      (await import("./import/imports.ts")).createImports(stores, env, watchPlan),
    ),
    portability: lazy(["export", "restore"], async () =>
      (await import("./portability/portability.ts")).createPortability(stores, env),
    ),
    budgets: createBudgets(stores, env),
    figures: createFigures(stores, env),
    ...lazy(["explain"], async () => ({
      explain: (await import("./budget/explain.ts")).createExplain(stores, env),
    })),
    activity: {
      ...createActivity(stores),
      ...lazy(["undo"], async () => ({
        undo: (await import("./activity/undo.ts")).createUndo(stores, env, watchPlan),
      })),
    },
    goals: createGoals(stores, env),
    subscriptions: {
      ...createSubscriptions(stores, env, watchPlan),
      ...lazy(["suggestions", "dismiss"], async () =>
        (await import("./subscription/suggestions.ts")).createSuggestions(stores),
      ),
      ...lazy(["postDue"], async () => {
        const watchPayments = createPlanWatch(stores, env, { mailAtNight: false });
        return (await import("./subscription/post-due.ts")).createPostDue(stores, env, watchPayments);
      }),
    },
    sharing: { ...createSharing(stores, env), ...createSharedWithMe(stores, env, accounts.proveEmail) },
    balances: createBalances(stores, env),
    households: createHouseholds(stores, env),
    notifications: {
      ...createNotifications(stores),
      ...lazy(["notifyDaily"], async () =>
        (await import("./notification/daily-notices.ts")).createDailyNotices(stores, env),
      ),
    },
    suppression: createSuppression(stores, env),
    digests: createDigests(stores, env),
    campaigns: lazy(["progress", "start", "fanOut"], async () =>
      (await import("./campaign/campaigns.ts")).createCampaigns(stores, env),
    ),
    tasks: lazy(["run", "runDue"], async () => (await import("./task/tasks.ts")).createTasks(stores, env)),
    tips: lazy(["get", "known"], async () => (await import("./tips/tips.ts")).createTips(stores, env)),
    admin,
    housekeep: createHousekeeping(stores, env, admin),
  };
}
