import { createHash, randomUUID } from "node:crypto";
import type { Endpoint } from "@coffer/contract/endpoint";
import { endpointList } from "@coffer/contract/endpoints";
import { BUDGET_OWNER_HEADER, IDEMPOTENCY_HEADER } from "@coffer/contract/error";
import { pathId } from "@coffer/contract/fields";
import { openBudget } from "@coffer/core/access";
import type { Core } from "@coffer/core/core";
import type { Once } from "@coffer/core/once";
import type { Clock } from "@coffer/core/ports";
import { type Issue, invalid, Refusal } from "@coffer/core/refusal";
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { compressed } from "./compression.ts";
import { refuseCrossSite } from "./cross-site.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import type { Log } from "./log.ts";
import { HttpProblem, problemOf } from "./problems.ts";
import type { Request, Route, Routes } from "./route.ts";
import { createRoutes } from "./routes.ts";
import type { Sessions } from "./session.ts";

const BODY_LIMIT = 64 * 1024;

export type AppOptions = {
  core: Core;
  sessions: Sessions;
  clock: Clock;
  log: Log;
  /** Where people reach the product, as in "https://budget.example": for cross-site checks, never from a header. */
  origin: string;
  /** The client's network address, from a source that the client cannot set. */
  addressOf: (http: Context) => string;
};

/** The whole API: one Hono app, the same on Lambda and on one machine. */
export function createApp(options: AppOptions) {
  const { core, log, origin } = options;
  const app = new Hono<{ Variables: { requestId: string } }>();

  app.use(async (http, next) => {
    const id = randomUUID();
    http.set("requestId", id);
    await next();
    http.header("x-request-id", id);
    http.header("cache-control", "no-store");
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) http.header(name, value);
  });
  app.use(refuseCrossSite(origin));
  app.use(compressed);

  const routes = createRoutes(core, options.sessions);
  for (const [name, definition] of endpointList) {
    const [noun, call] = name.split(".") as [keyof Routes, string];
    const route = (routes[noun] as Record<string, Route<Endpoint>> | undefined)?.[call];
    if (!route) continue;
    app.on(definition.method, definition.path, (http) => answer(http, definition, route, options));
  }

  app.notFound((http) => http.json({ message: "Not found" }, 404));
  app.onError((error, http) => {
    const problem = problemOf(error);
    if (problem) return http.json(problem.body, problem.status, problem.headers);
    log.error("unexpected", {
      requestId: http.get("requestId"),
      method: http.req.method,
      path: http.req.routePath,
      error,
    });
    return http.json({ message: "Something went wrong" }, 500);
  });
  return app;
}

async function answer(
  http: Context,
  endpoint: Endpoint,
  route: Route<Endpoint>,
  { core, sessions, clock, addressOf }: AppOptions,
): Promise<Response> {
  const ownerId = ownerAsked(http);
  const caller = await sessions.caller(http, ownerId);
  if (endpoint.who !== "anyone" && !caller) throw new Refusal("unauthenticated", "Please sign in");
  if (endpoint.who === "admin" && !caller?.user.isAdmin)
    throw new Refusal("forbidden", "Administrators only");

  const budget =
    caller && isRight(endpoint.who) ? openBudget(caller, ownerId, endpoint.who, clock()) : undefined;
  const text = endpoint.body ? await bodyText(http, endpoint.maxBody ?? BODY_LIMIT) : "";
  const request = {
    params: read(endpoint.params, http.req.param(), "missing"),
    query: read(endpoint.query, http.req.query(), "invalid"),
    body: endpoint.body ? read(endpoint.body, parseJson(text), "invalid") : undefined,
    caller,
    budget,
    once: endpoint.idempotent ? onceAsked(http, text) : undefined,
    address: addressOf(http),
    http,
  };
  if (budget && caller?.share) await core.sharing.open(caller.share);
  // The checks above are what the endpoint's types say; TypeScript cannot follow them through the list.
  const reply = await route(request as unknown as Request<Endpoint>);
  const status = endpoint.status ?? 200;
  return status === 204 ? http.body(null, 204) : http.json(reply as object, status);
}

const isRight = (who: Endpoint["who"]) => who !== "anyone" && who !== "user" && who !== "admin";

function ownerAsked(http: Context): number | undefined {
  const header = http.req.header(BUDGET_OWNER_HEADER);
  if (header === undefined) return undefined;
  const parsed = v.safeParse(pathId, header);
  if (!parsed.success) throw invalid(BUDGET_OWNER_HEADER, "This budget owner is not valid");
  return parsed.output;
}

function onceAsked(http: Context, body: string): Once | undefined {
  const key = http.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return undefined;
  if (!/^[\w-]{8,100}$/.test(key)) throw invalid(IDEMPOTENCY_HEADER, "Use 8 to 100 letters, digits, - or _");
  return { key, request: createHash("sha256").update(`${http.req.path}\n${body}`).digest("base64url") };
}

/** The body as text, refused before it is read whole when it is too large or not JSON. */
async function bodyText(http: Context, limit: number): Promise<string> {
  const type = http.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new HttpProblem(415, "Send JSON");
  const tooLarge = new HttpProblem(413, "This is too large");
  if (Number(http.req.header("content-length") ?? 0) > limit) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of http.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("invalid", "This is not JSON", { issues: [{ path: "", message: "This is not JSON" }] });
  }
}

/** Path parameters that do not parse name something that cannot exist: missing. Everything else is invalid. */
function read(
  schema: v.GenericSchema | undefined,
  input: unknown,
  otherwise: "missing" | "invalid",
): unknown {
  if (!schema) return undefined;
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  if (otherwise === "missing") throw new Refusal("missing", "Not found");
  const issues: Issue[] = parsed.issues.map((issue) => ({
    path: v.getDotPath(issue) ?? "",
    message: issue.message,
  }));
  throw new Refusal("invalid", issues[0]?.message ?? "This is not valid", { issues });
}
