import type { Endpoints } from "@coffer/contract/endpoints";
import type { Core } from "@coffer/core/core";
import { type Paired, pairNoun } from "./route.ts";
import type { SessionCookies } from "./session.ts";

type Noun = keyof Endpoints;

/** The beginning of a path after "/api/", and the nouns whose endpoints do. */
export const NOUNS_BY_SEGMENT: ReadonlyMap<string, readonly Noun[]> = new Map<string, readonly Noun[]>([
  ["activity", ["activity"]],
  ["admin", ["totp", "admin"]],
  ["balance", ["balance"]],
  ["budget-tips", ["tips"]],
  ["budgets", ["budgets"]],
  ["categories", ["categories"]],
  ["email-change", ["users"]],
  ["explain", ["explain"]],
  ["export", ["portability"]],
  ["financial-goals", ["goals"]],
  ["forgot-password", ["users"]],
  ["health", ["health"]],
  ["imports", ["imports"]],
  ["invitations", ["sharing"]],
  ["leaving", ["users"]],
  ["ledger", ["ledger"]],
  ["login", ["users", "passkeys"]],
  ["logout", ["users"]],
  ["month", ["months"]],
  ["notification-preferences", ["users"]],
  ["notifications", ["notifications"]],
  ["openapi.json", ["health"]],
  ["passkeys", ["passkeys"]],
  ["payments", ["payments"]],
  ["people", ["activity"]],
  ["preferences", ["users"]],
  ["reauthenticate", ["users", "passkeys"]],
  ["register", ["users"]],
  ["reset-password", ["users"]],
  ["restore", ["portability"]],
  ["rules", ["rules"]],
  ["sessions", ["devices"]],
  ["settlements", ["balance"]],
  ["share-budget", ["sharing"]],
  ["shared-users", ["sharing"]],
  ["shared-with-me", ["sharing"]],
  ["subscriptions", ["subscriptions"]],
  ["suggestions", ["subscriptions"]],
  ["to-spend", ["figures"]],
  ["totp", ["totp"]],
  ["transactions", ["transactions", "bulk"]],
  ["unsubscribe", ["users"]],
  ["user", ["users"]],
  ["validate-reset-token", ["users"]],
  ["verify-email", ["users"]],
  ["year", ["figures"]],
]);

/**
 * The endpoints of each noun with their routes; a noun's schemas, routes and use cases are loaded with its first call.
 */
export const createRoutes = (
  core: Core,
  sessions: SessionCookies,
): Record<Noun, () => Promise<Paired[]>> => ({
  health: async () =>
    pairNoun(
      "health",
      (await import("@coffer/contract/health")).health,
      (await import("./routes/health.ts")).healthRoutes(),
    ),
  users: async () =>
    pairNoun(
      "users",
      (await import("@coffer/contract/user")).users,
      (await import("./routes/users.ts")).userRoutes(core, sessions),
    ),
  devices: async () =>
    pairNoun(
      "devices",
      (await import("@coffer/contract/device")).devices,
      (await import("./routes/devices.ts")).deviceRoutes(core),
    ),
  passkeys: async () =>
    pairNoun(
      "passkeys",
      (await import("@coffer/contract/passkey")).passkeys,
      (await import("./routes/passkeys.ts")).passkeyRoutes(core, sessions),
    ),
  totp: async () =>
    pairNoun(
      "totp",
      (await import("@coffer/contract/totp")).totp,
      (await import("./routes/totp.ts")).totpRoutes(core),
    ),
  categories: async () =>
    pairNoun(
      "categories",
      (await import("@coffer/contract/category")).categories,
      (await import("./routes/categories.ts")).categoryRoutes(core),
    ),
  transactions: async () =>
    pairNoun(
      "transactions",
      (await import("@coffer/contract/transaction")).transactions,
      (await import("./routes/transactions.ts")).transactionRoutes(core),
    ),
  payments: async () =>
    pairNoun(
      "payments",
      (await import("@coffer/contract/payment")).payments,
      (await import("./routes/payments.ts")).paymentRoutes(core),
    ),
  bulk: async () =>
    pairNoun(
      "bulk",
      (await import("@coffer/contract/bulk")).bulk,
      (await import("./routes/bulk.ts")).bulkRoutes(core),
    ),
  rules: async () =>
    pairNoun(
      "rules",
      (await import("@coffer/contract/rule")).rules,
      (await import("./routes/rules.ts")).ruleRoutes(core),
    ),
  imports: async () =>
    pairNoun(
      "imports",
      (await import("@coffer/contract/import")).imports,
      (await import("./routes/imports.ts")).importRoutes(core),
    ),
  portability: async () =>
    pairNoun(
      "portability",
      (await import("@coffer/contract/portability")).portability,
      (await import("./routes/portability.ts")).portabilityRoutes(core),
    ),
  budgets: async () =>
    pairNoun(
      "budgets",
      (await import("@coffer/contract/budget")).budgets,
      (await import("./routes/budgets.ts")).budgetRoutes(core),
    ),
  months: async () =>
    pairNoun(
      "months",
      (await import("@coffer/contract/month")).months,
      (await import("./routes/figures.ts")).monthRoutes(core),
    ),
  explain: async () =>
    pairNoun(
      "explain",
      (await import("@coffer/contract/explain")).explain,
      (await import("./routes/explain.ts")).explainRoutes(core),
    ),
  balance: async () =>
    pairNoun(
      "balance",
      (await import("@coffer/contract/balance")).balance,
      (await import("./routes/balance.ts")).balanceRoutes(core),
    ),
  figures: async () =>
    pairNoun(
      "figures",
      (await import("@coffer/contract/figures")).figures,
      (await import("./routes/figures.ts")).figureRoutes(core),
    ),
  activity: async () =>
    pairNoun(
      "activity",
      (await import("@coffer/contract/activity")).activity,
      (await import("./routes/activity.ts")).activityRoutes(core),
    ),
  goals: async () =>
    pairNoun(
      "goals",
      (await import("@coffer/contract/goal")).goals,
      (await import("./routes/goals.ts")).goalRoutes(core),
    ),
  ledger: async () =>
    pairNoun(
      "ledger",
      (await import("@coffer/contract/sharing")).ledger,
      (await import("./routes/sharing.ts")).ledgerRoutes(core),
    ),
  tips: async () =>
    pairNoun(
      "tips",
      (await import("@coffer/contract/tips")).tips,
      (await import("./routes/tips.ts")).tipsRoutes(core),
    ),
  admin: async () =>
    pairNoun(
      "admin",
      (await import("@coffer/contract/admin")).admin,
      (await import("./routes/admin.ts")).adminRoutes(core),
    ),
  subscriptions: async () =>
    pairNoun(
      "subscriptions",
      (await import("@coffer/contract/subscription")).subscriptions,
      (await import("./routes/subscriptions.ts")).subscriptionRoutes(core),
    ),
  sharing: async () =>
    pairNoun(
      "sharing",
      (await import("@coffer/contract/sharing")).sharing,
      (await import("./routes/sharing.ts")).sharingRoutes(core),
    ),
  notifications: async () =>
    pairNoun(
      "notifications",
      (await import("@coffer/contract/notification")).notifications,
      (await import("./routes/notifications.ts")).notificationRoutes(core),
    ),
});
