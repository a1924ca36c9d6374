import { randomUUID } from "node:crypto";
import type { Endpoint } from "@coffer/contract/endpoint";
import { endpointList } from "@coffer/contract/endpoints";
import { ENTRY_HEADER, VERSION_HEADER } from "@coffer/contract/error";
import { type Caller, openBudget, requireAdministrator, signInRequired } from "@coffer/core/access";
import type { SecurityLog } from "@coffer/core/account/security-log";
import type { Core } from "@coffer/core/core";
import type { Clock } from "@coffer/core/env";
import type { Id } from "@coffer/domain/id";
import { type Context, Hono } from "hono";
import type { Log } from "../log.ts";
import { encoded } from "./compression.ts";
import { csrf } from "./csrf.ts";
import { deviceOf } from "./device.ts";
import { createFairShare } from "./fair-share.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { methodNotAllowed } from "./method-not-allowed.ts";
import { bodyText, parse, parseBudgetOwner, parseIdempotencyKey, parseJson } from "./parse-request.ts";
import { type Problem, problemOf } from "./problems.ts";
import { rateLimitKey } from "./rate-limit-key.ts";
import type { Request, Route } from "./route.ts";
import { createRoutes } from "./routes.ts";
import type { SessionCookies } from "./session.ts";

const BODY_LIMIT = 64 * 1024;

type AppOptions = {
  core: Core;
  sessions: SessionCookies;
  clock: Clock;
  log: Log;
  securityLog: SecurityLog;
  /** Where people reach the product, such as "https://budget.example". */
  origin: string;
  /** The client's network address, from a source that the client cannot set. */
  addressOf: (http: Context) => string;
  /** Whether an account's writes are limited. */
  throttle: boolean;
  /** The id in the request's log lines and its x-request-id; random where left out. */
  requestIdOf?: (http: Context) => string;
};

export function createApp(options: AppOptions) {
  const { core, log, securityLog, origin, requestIdOf = () => randomUUID() } = options;
  const fairShare = createFairShare(options);
  const logRefusal = ({ status, body: { code } }: Problem, userId: Id | null, endpoint: string | null) => {
    if (status === 403) securityLog({ event: "refused", userId, endpoint, ...(code && { code }) });
    if (status === 429) securityLog({ event: "throttled", userId, endpoint });
  };
  const app = new Hono<{ Variables: { requestId: string; endpoint?: string; userId?: Id } }>();

  app.use(async (http, next) => {
    // Not Hono's requestId, which takes a client's own id where it sends one.
    const id = requestIdOf(http);
    http.set("requestId", id);
    // Set before there is an answer: Hono copies a finished one to change its headers.
    http.header("x-request-id", id);
    http.header("cache-control", "no-store");
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) http.header(name, value);
    await next();
  });
  app.use(csrf(origin));

  // `Routes` has a route for each name of the contract, which TypeScript cannot follow through the list.
  const routes: Record<string, Record<string, unknown>> = createRoutes(core, options.sessions);
  for (const [name, definition] of endpointList) {
    const [noun = "", call = ""] = name.split(".");
    const route = routes[noun]?.[call] as Route<Endpoint>;
    app.on(definition.method, definition.path, (http) => {
      http.set("endpoint", name);
      return answer(http, definition, route, { ...options, fairShare });
    });
  }
  // Not app.notFound(): Hono drops that where this app is mounted in another (lambda/api.ts).
  app.all("*", methodNotAllowed);

  app.onError((error, http) => {
    const problem = problemOf(error);
    if (problem) {
      logRefusal(problem, http.get("userId") ?? null, http.get("endpoint") ?? null);
      return http.json(problem.body, problem.status, problem.headers);
    }
    log.error("unexpected", {
      requestId: http.get("requestId"),
      method: http.req.method,
      // The pattern: the path itself may hold the token of a mailed link.
      path: http.req.routePath,
      error,
    });
    return http.json({ message: "Something went wrong" }, 500);
  });
  return app;
}

type AnswerOptions = AppOptions & { fairShare: ReturnType<typeof createFairShare> };

async function answer(
  http: Context,
  endpoint: Endpoint,
  route: Route<Endpoint>,
  options: AnswerOptions,
): Promise<Response> {
  const { access } = endpoint;
  const ownerId = parseBudgetOwner(http);
  if (access === "anyone") return handle(http, endpoint, route, options, null, ownerId);
  const caller = await options.sessions.caller(http, ownerId);
  if (!caller) throw signInRequired();
  const { id } = caller.user;
  http.set("userId", id);
  if (endpoint.method !== "GET") options.fairShare.countWrite(id);
  return options.fairShare.inTurn(id, () => handle(http, endpoint, route, options, caller, ownerId));
}

async function handle(
  http: Context,
  endpoint: Endpoint,
  route: Route<Endpoint>,
  { core, clock, addressOf }: AppOptions,
  caller: Caller | null,
  ownerId: Id | undefined,
): Promise<Response> {
  const { access, maxBody = BODY_LIMIT, status = 200 } = endpoint;
  if (caller && access === "admin") requireAdministrator(caller.user);

  const onBudget = access !== "anyone" && access !== "user" && access !== "admin";
  let entryId: string | undefined;
  const noteEntry = (id: string) => {
    entryId = id;
  };
  const budget =
    caller && onBudget ? { ...openBudget(caller, ownerId, access, clock()), noteEntry } : undefined;
  const text = endpoint.body ? await bodyText(http, maxBody) : "";
  const address = addressOf(http);
  const request = {
    params: parse(endpoint.params, http.req.param(), "notFound"),
    query: parse(endpoint.query, http.req.query(), "invalid"),
    body: endpoint.body ? parse(endpoint.body, parseJson(text), "invalid") : undefined,
    caller,
    budget,
    idempotencyKey: endpoint.idempotent ? parseIdempotencyKey(http, text) : undefined,
    version: endpoint.versioned ? http.req.header(VERSION_HEADER) : undefined,
    rateLimitKey: rateLimitKey(address),
    device: deviceOf(http.req.header("user-agent"), address),
    http,
  };
  if (budget && caller?.share) await core.sharing.open(caller);
  // The checks above make it what `Request` says, which TypeScript cannot follow through the list.
  const reply = await route(request as unknown as Request<Endpoint>);
  if (entryId !== undefined) http.header(ENTRY_HEADER, entryId);
  if (status === 204) return http.body(null, 204);
  const { body, headers } = await encoded(JSON.stringify(reply), http.req.header("accept-encoding"));
  return http.body(body, status, { "content-type": "application/json", ...headers });
}
