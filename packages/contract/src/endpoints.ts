import { activity } from "./activity.ts";
import { admin } from "./admin.ts";
import { budgets } from "./budget.ts";
import { categories } from "./category.ts";
import { devices } from "./device.ts";
import type { Endpoint } from "./endpoint.ts";
import { balance, explain, figures, months, tips } from "./figures.ts";
import { goals } from "./goal.ts";
import { health } from "./health.ts";
import { imports } from "./import.ts";
import { ledger } from "./ledger.ts";
import { lines } from "./line.ts";
import { moneyAccounts } from "./money-account.ts";
import { notifications } from "./notification.ts";
import { pageErrors } from "./page-error.ts";
import { passkeys } from "./passkey.ts";
import { portability, unreadable } from "./portability.ts";
import { review } from "./review.ts";
import { rules } from "./rule.ts";
import { sharing } from "./sharing.ts";
import { subscriptions } from "./subscription.ts";
import { totp } from "./totp.ts";
import { bulk, payments, transactions } from "./transaction.ts";
import { users } from "./user.ts";

/** Every endpoint that the server mounts. The web imports single nouns to keep its bundles small. */
export const endpoints = {
  health,
  pageErrors,
  users,
  devices,
  passkeys,
  totp,
  transactions,
  payments,
  bulk,
  rules,
  categories,
  budgets,
  months,
  balance,
  explain,
  figures,
  activity,
  goals,
  moneyAccounts,
  lines,
  subscriptions,
  imports,
  review,
  portability,
  unreadable,
  ledger,
  sharing,
  notifications,
  tips,
  admin,
};

export type Endpoints = typeof endpoints;

/** Named as in "transactions.add". */
export const endpointList: readonly (readonly [name: string, Endpoint])[] = Object.entries(endpoints).flatMap(
  ([noun, calls]) =>
    Object.entries<Endpoint>(calls).map(([verb, call]) => [`${noun}.${verb}`, call] as const),
);
