import type { Endpoints } from "@coffer/contract/endpoints";
import type { Core } from "@coffer/core/core";
import type { Paired } from "./route.ts";
import { activityRoutes } from "./routes/activity.ts";
import { adminRoutes } from "./routes/admin.ts";
import { budgetRoutes } from "./routes/budgets.ts";
import { categoryRoutes } from "./routes/categories.ts";
import { deviceRoutes, passkeyRoutes, totpRoutes } from "./routes/credentials.ts";
import { balanceRoutes, explainRoutes, figureRoutes, monthRoutes, tipsRoutes } from "./routes/figures.ts";
import { goalRoutes } from "./routes/goals.ts";
import { healthRoutes } from "./routes/health.ts";
import { importRoutes, reviewRoutes } from "./routes/imports.ts";
import { lineRoutes, moneyAccountRoutes } from "./routes/money-accounts.ts";
import { notificationRoutes } from "./routes/notifications.ts";
import { pageErrorRoutes } from "./routes/page-errors.ts";
import { portabilityRoutes, unreadableRoutes } from "./routes/portability.ts";
import { ledgerRoutes, sharingRoutes } from "./routes/sharing.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import { bulkRoutes, paymentRoutes, ruleRoutes, transactionRoutes } from "./routes/transactions.ts";
import { userRoutes } from "./routes/users.ts";
import type { SessionCookies } from "./session.ts";

/** If two paths match, the first one answers: /api/categories/order comes before /api/categories/:id. */
export function createRoutes(
  core: Core,
  sessions: SessionCookies,
  options: Parameters<typeof pageErrorRoutes>[0] & { commit?: string },
): Paired[] {
  const byNoun: Record<keyof Endpoints, Paired[]> = {
    health: healthRoutes(options.commit),
    pageErrors: pageErrorRoutes(options),
    users: userRoutes(core, sessions),
    devices: deviceRoutes(core),
    passkeys: passkeyRoutes(core, sessions),
    totp: totpRoutes(core),
    categories: categoryRoutes(core),
    transactions: transactionRoutes(core),
    payments: paymentRoutes(core),
    bulk: bulkRoutes(core),
    rules: ruleRoutes(core),
    imports: importRoutes(core),
    review: reviewRoutes(core),
    portability: portabilityRoutes(core),
    unreadable: unreadableRoutes(core),
    budgets: budgetRoutes(core),
    months: monthRoutes(core),
    explain: explainRoutes(core),
    balance: balanceRoutes(core),
    figures: figureRoutes(core),
    activity: activityRoutes(core),
    goals: goalRoutes(core),
    moneyAccounts: moneyAccountRoutes(core),
    lines: lineRoutes(core),
    ledger: ledgerRoutes(core),
    tips: tipsRoutes(core),
    admin: adminRoutes(core),
    subscriptions: subscriptionRoutes(core),
    sharing: sharingRoutes(core),
    notifications: notificationRoutes(core),
  };
  return Object.values(byNoun).flat();
}
