import { createAccounts } from "./accounts.ts";
import { createAdmin } from "./admin.ts";
import { createBudgets } from "./budgets.ts";
import { createCampaigns } from "./campaigns.ts";
import { createCategories } from "./categories.ts";
import { createDigests } from "./digests.ts";
import { createGoals } from "./goals.ts";
import { createHousekeeping } from "./housekeeping.ts";
import type { Ports } from "./ports.ts";
import { createPostDue } from "./post-due.ts";
import { createSessions } from "./sessions.ts";
import { createSharedWithMe } from "./shared-with-me.ts";
import { createSharing } from "./sharing.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createSuppression } from "./suppression.ts";
import { createTips } from "./tips.ts";
import { createTransactions } from "./transactions.ts";

export type Core = ReturnType<typeof createCore>;

/** All use cases over one set of ports. */
export function createCore(ports: Ports) {
  const admin = createAdmin(ports);
  const accounts = createAccounts(ports);
  return {
    accounts,
    sessions: createSessions(ports),
    categories: createCategories(ports),
    transactions: createTransactions(ports),
    budgets: createBudgets(ports),
    goals: createGoals(ports),
    subscriptions: { ...createSubscriptions(ports), postDue: createPostDue(ports) },
    sharing: { ...createSharing(ports), ...createSharedWithMe(ports, accounts.proveEmail) },
    suppression: createSuppression(ports),
    digests: createDigests(ports),
    campaigns: createCampaigns(ports),
    tips: createTips(ports),
    admin,
    housekeep: createHousekeeping(ports, admin),
  };
}
