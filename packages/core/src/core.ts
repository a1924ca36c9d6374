import type { Env } from "./env.ts";
import { lazily } from "./lazily.ts";
import { createOnce } from "./once.ts";
import { createQuota } from "./quota.ts";
import type { Stores } from "./stores.ts";

export type Core = ReturnType<typeof createCore>;

export function createCore(stores: Stores, env: Env) {
  const { plan: watchPlan } = lazily(async () => ({
    plan: (await import("./budget/plan-watch.ts")).createPlanWatch(stores, env),
  }));
  const accounts = lazily(async () => (await import("./account/accounts.ts")).createAccounts(stores, env));
  const admin = lazily(async () => (await import("./admin/admin.ts")).createAdmin(stores, env));
  const { reauthenticate, reauthenticateWithPasskey } = lazily(async () =>
    (await import("./account/reauthentication.ts")).createReauthentication(stores, env),
  );
  const { checkAdministrator } = lazily(async () => ({
    checkAdministrator: (await import("./admin/administrator.ts")).createAdministratorCheck(stores, env),
  }));
  const { explain } = lazily(async () => ({
    explain: (await import("./budget/explain.ts")).createExplain(stores, env),
  }));
  const { undo } = lazily(async () => ({
    undo: (await import("./activity/undo.ts")).createUndo(stores, env, watchPlan),
  }));
  const { postDue } = lazily(async () => {
    const { createPlanWatch } = await import("./budget/plan-watch.ts");
    const watchPayments = createPlanWatch(stores, env, { mailAtNight: false });
    return (await import("./subscription/post-due.ts")).createPostDue(stores, env, watchPayments);
  });
  const { notifyDaily } = lazily(async () =>
    (await import("./notification/daily-notices.ts")).createDailyNotices(stores, env),
  );
  const { housekeep } = lazily(async () => ({
    housekeep: (await import("./housekeeping.ts")).createHousekeeping(stores, env, admin),
  }));
  return {
    accounts,
    admin,
    secondFactor: lazily(async () =>
      (await import("./account/second-factor.ts")).createSecondFactor(stores, env),
    ),
    sessions: lazily(async () => (await import("./account/sessions.ts")).createSessions(stores, env)),
    passkeys: lazily(async () => (await import("./account/passkeys.ts")).createPasskeys(stores, env)),
    reauthenticate,
    reauthenticateWithPasskey,
    checkAdministrator,
    categories: lazily(async () => (await import("./category/categories.ts")).createCategories(stores, env)),
    transactions: lazily(async () =>
      (await import("./transaction/transactions.ts")).createTransactions(stores, env, watchPlan),
    ),
    takeRows: createQuota(stores, env),
    deleteOnce: createOnce(stores, env),
    takeWork: lazily(async () => (await import("./account/throttles.ts")).createThrottles(stores, env))
      .takeWork,
    payments: lazily(async () =>
      (await import("./payment/payments.ts")).createPayments(stores, env, watchPlan),
    ),
    rules: lazily(async () => (await import("./rule/rules.ts")).createRules(stores, env)),
    leaving: lazily(async () => (await import("./account/leaving.ts")).createLeaving(stores, env)),
    imports: lazily(async () => (await import("./import/imports.ts")).createImports(stores, env, watchPlan)),
    portability: lazily(async () =>
      (await import("./portability/portability.ts")).createPortability(stores, env),
    ),
    budgets: lazily(async () => (await import("./budget/budgets.ts")).createBudgets(stores, env)),
    figures: lazily(async () => (await import("./budget/figures.ts")).createFigures(stores, env)),
    explain,
    activity: lazily(async () => ({
      ...(await import("./activity/activity.ts")).createActivity(stores),
      undo,
    })),
    goals: lazily(async () => (await import("./goal/goals.ts")).createGoals(stores, env)),
    subscriptions: lazily(async () => ({
      ...(await import("./subscription/subscriptions.ts")).createSubscriptions(stores, env, watchPlan),
      ...(await import("./subscription/suggestions.ts")).createSuggestions(stores),
      postDue,
    })),
    sharing: lazily(async () => ({
      ...(await import("./share/sharing.ts")).createSharing(stores, env),
      ...(await import("./share/shared-with-me.ts")).createSharedWithMe(stores, env, accounts.proveEmail),
    })),
    balances: lazily(async () => (await import("./share/balances.ts")).createBalances(stores, env)),
    households: lazily(async () => (await import("./share/households.ts")).createHouseholds(stores, env)),
    notifications: lazily(async () => ({
      ...(await import("./notification/notifications.ts")).createNotifications(stores),
      notifyDaily,
    })),
    suppression: lazily(async () => (await import("./mail/suppression.ts")).createSuppression(stores, env)),
    digests: lazily(async () => (await import("./digest/digests.ts")).createDigests(stores, env)),
    campaigns: lazily(async () => (await import("./campaign/campaigns.ts")).createCampaigns(stores, env)),
    tasks: lazily(async () => (await import("./task/tasks.ts")).createTasks(stores, env)),
    tips: lazily(async () => (await import("./tips/tips.ts")).createTips(stores, env)),
    housekeep,
  };
}
