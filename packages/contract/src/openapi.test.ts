import { describe, expect, test } from "vitest";
import { endpointList } from "./endpoints.ts";
import { openapi } from "./openapi.ts";

/** The calls that the specification lists. */
const SPECIFIED = `
  GET /api/user
  POST /api/login
  POST /api/register
  POST /api/logout
  POST /api/forgot-password
  GET /api/validate-reset-token/{token}
  POST /api/reset-password
  GET /api/transactions
  POST /api/transactions
  PUT /api/transactions/{id}
  DELETE /api/transactions/{id}
  GET /api/categories
  POST /api/categories
  PUT /api/categories/{id}
  DELETE /api/categories/{id}
  GET /api/budgets
  POST /api/budgets
  PUT /api/budgets/{id}
  POST /api/budgets/reset-month
  GET /api/budget-tips
  GET /api/financial-goals
  POST /api/financial-goals
  PUT /api/financial-goals/{id}
  DELETE /api/financial-goals/{id}
  GET /api/financial-goals/{id}/milestones
  POST /api/financial-goals/{id}/milestones
  GET /api/subscriptions
  POST /api/subscriptions
  PUT /api/subscriptions/{id}
  DELETE /api/subscriptions/{id}
  PUT /api/user
  POST /api/user/change-password
  PUT /api/notification-preferences
  GET /api/shared-users
  POST /api/share-budget
  DELETE /api/shared-users/{id}
  GET /api/admin/stats
  GET /api/admin/users
  POST /api/admin/email
  POST /api/admin/set-admin`
  .trim()
  .split(/\s*\n\s*/);

type Parameter = { name: string; in: string; required?: boolean; schema: object };
type Operation = {
  operationId: string;
  summary: string;
  security: object[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};
type Content = Record<string, { schema: object }>;

const document = JSON.parse(JSON.stringify(openapi()));
const paths: Record<string, Record<string, Operation>> = document.paths;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

test("describes every call of the contract, each once", () => {
  const calls = endpointList.map(([, { method, path }]) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(operations.map(({ call }) => call).sort()).toEqual(calls.sort());
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(calls.length);
});

test.each(SPECIFIED)("describes %s", (specified) => {
  expect(operations.map(({ call }) => call)).toContain(specified);
});

test("is an OpenAPI 3.1 document in which every reference resolves", () => {
  expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Coffer", version: "1" } });
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = ""]) => to);
  expect(references.length).toBeGreaterThan(0);
  for (const to of new Set(references)) {
    const target = to
      .slice(2)
      .split("/")
      .reduce((at, step) => Object(at)[step], document);
    expect(target, to).toBeTypeOf("object");
  }
});

describe.each(operations)("$call", ({ path, method, operation }) => {
  test("is a valid OpenAPI operation", () => {
    expect(operation.summary).not.toBe("");
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const described = operation.parameters.filter((parameter) => parameter.in === "path");
    expect(described.map(({ name }) => name)).toEqual(inPath);
    for (const parameter of operation.parameters) {
      expect(["path", "query", "header"]).toContain(parameter.in);
      expect(parameter.schema).toBeTypeOf("object");
      expect(parameter.required === true || parameter.in !== "path").toBe(true);
    }
    if (method === "get") expect(operation.requestBody).toBeUndefined();
    const bodies = [operation.requestBody, ...Object.values(operation.responses)]
      .map((part) => part?.content)
      .filter((content) => content !== undefined);
    for (const body of bodies) expect(body["application/json"]?.schema).toBeTypeOf("object");
  });

  test("has errors of the same shape", () => {
    const statuses = Object.keys(operation.responses);
    expect(statuses.filter((status) => status.startsWith("2"))).toHaveLength(1);
    expect(statuses).toContain("503");
    expect(statuses.includes("401")).toBe(operation.security.length > 0 || path.startsWith("/api/login"));
    for (const [status, { description, content }] of Object.entries(operation.responses)) {
      expect(description).not.toBe("");
      if (status.startsWith("2")) expect(content === undefined).toBe(status === "204");
      else expect(content?.["application/json"]?.schema).toEqual({ $ref: "#/components/schemas/Error" });
    }
  });
});

test("limits numbers in queries and ids in paths", () => {
  const parameterOf = (path: string, method: string, name: string) =>
    paths[path]?.[method]?.parameters.find((parameter) => parameter.name === name)?.schema;
  expect(parameterOf("/api/budgets", "get", "month")).toEqual({ type: "integer", minimum: 1, maximum: 12 });
  expect(parameterOf("/api/transactions/{id}", "put", "id")).toMatchObject({ pattern: "^[1-9]\\d{0,15}$" });
});
