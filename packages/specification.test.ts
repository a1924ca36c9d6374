import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpointList } from "./contract/src/endpoints.ts";

/** The calls in section 7 of the specification. web/test/screens.test.ts checks its words on the pages. */
const CALLS = [
  "GET /api/user",
  "POST /api/login",
  "POST /api/register",
  "POST /api/logout",
  "POST /api/forgot-password",
  "GET /api/validate-reset-token/{token}",
  "POST /api/reset-password",
  "GET /api/transactions",
  "POST /api/transactions",
  "PUT /api/transactions/{id}",
  "DELETE /api/transactions/{id}",
  "GET /api/categories",
  "POST /api/categories",
  "PUT /api/categories/{id}",
  "DELETE /api/categories/{id}",
  "GET /api/budgets",
  "POST /api/budgets",
  "PUT /api/budgets/{id}",
  "POST /api/budgets/reset-month",
  "GET /api/budget-tips",
  "GET /api/financial-goals",
  "POST /api/financial-goals",
  "PUT /api/financial-goals/{id}",
  "DELETE /api/financial-goals/{id}",
  "GET /api/financial-goals/{id}/milestones",
  "POST /api/financial-goals/{id}/milestones",
  "GET /api/subscriptions",
  "POST /api/subscriptions",
  "PUT /api/subscriptions/{id}",
  "DELETE /api/subscriptions/{id}",
  "PUT /api/user",
  "POST /api/user/change-password",
  "PUT /api/notification-preferences",
  "GET /api/shared-users",
  "POST /api/share-budget",
  "DELETE /api/shared-users/{id}",
  "GET /api/admin/stats",
  "GET /api/admin/users",
  "POST /api/admin/email",
  "POST /api/admin/set-admin",
];

test("the API has every call of the specification", () => {
  const shape = (call: string) => call.replace(/\{[^}]*\}|:\w+/g, "*");
  const answered = new Set(endpointList.map(([, { method, path }]) => shape(`${method} ${path}`)));
  expect(CALLS.filter((call) => !answered.has(shape(call)))).toEqual([]);
});

test("docs/promises.md has their number", () => {
  const promises = readFileSync(join(import.meta.dirname, "../docs/promises.md"), "utf8");
  const row = promises.split("\n").find((line) => line.includes("| Its calls |"));
  expect(row).toContain(`| ${CALLS.length} | ${CALLS.length} |`);
});
