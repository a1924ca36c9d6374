import * as v from "valibot";
import { activity } from "./activity.ts";
import { admin } from "./admin.ts";
import { budgets } from "./budget.ts";
import { categories } from "./category.ts";
import { devices } from "./device.ts";
import { allow, type Endpoint } from "./endpoint.ts";
import { noContent } from "./fields.ts";
import { balance, explain, figures, months, tips } from "./figures.ts";
import { goals } from "./goal.ts";
import { imports } from "./import.ts";
import { ledger } from "./ledger.ts";
import { lines } from "./line.ts";
import { moneyAccounts } from "./money-account.ts";
import { notifications } from "./notification.ts";
import { passkeys } from "./passkey.ts";
import { portability, unreadable } from "./portability.ts";
import { review } from "./review.ts";
import { rules } from "./rule.ts";
import { sharing } from "./sharing.ts";
import { subscriptions } from "./subscription.ts";
import { totp } from "./totp.ts";
import { bulk, payments, transactions } from "./transaction.ts";
import { users } from "./user.ts";

const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000));

/** Pages report their errors here, without the cookie. Nothing that could identify a person is logged. */
export const pageErrors = {
  report: allow("anyone").post("/api/page-errors", {
    summary: "Report an error of a page: its route, and the file and line of the product's own code",
    body: v.object({
      route: v.pipe(v.string(), v.maxLength(300)),
      file: v.pipe(v.string(), v.maxLength(300)),
      line: position,
      column: v.optional(position),
    }),
    maxBody: 2 * 1024,
    ...noContent,
  }),
  policy: allow("anyone").post("/api/policy-reports", {
    summary: "Receive a browser's report of a violated content security policy",
    body: v.unknown(),
    types: ["application/csp-report", "application/reports+json"],
    maxBody: 16 * 1024,
    ...noContent,
  }),
};

export const health = {
  check: allow("anyone").get("/api/health", {
    summary: "Health check: 200 once the product can serve requests",
    reply: v.object({
      status: v.literal("ok"),
      commit: v.optional(v.string()),
    }),
  }),
  openapi: allow("anyone").get("/api/openapi.json", {
    summary: "This API as an OpenAPI document",
    reply: v.record(v.string(), v.unknown()),
  }),
};

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
