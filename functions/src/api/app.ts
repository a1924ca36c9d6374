import { randomUUID } from "node:crypto";
import { snapshotReply } from "@coffer/contract/activity";
import type { Endpoint } from "@coffer/contract/endpoint";
import { ENTRY_HEADER, type ErrorBody, NEXT_CURSOR_HEADER, UNREADABLE_HEADER } from "@coffer/contract/error";
import { type Caller, signInRequired } from "@coffer/core/access";
import type { Core } from "@coffer/core/core";
import type { Clock, SecurityLog } from "@coffer/core/env";
import { ChangedBySomebody } from "@coffer/core/ledger/commit";
import { busy, type Current, type Reason, Refusal } from "@coffer/core/refusal";
import { encode } from "@coffer/domain/definition/codec";
import type { Id } from "@coffer/domain/id";
import { languageOf } from "@coffer/domain/text/locale";
import { MINUTE_MS } from "@coffer/domain/time/day";
import { noSpending, withSpending } from "@coffer/dynamo/table/spending";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
import { timeout } from "hono/timeout";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Log } from "../log.ts";
import { createNetworkLimit, deviceOf, networksOf, withAddress } from "./client.ts";
import { encoded } from "./compression.ts";
import { createFairShare } from "./fair-share.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { bodyText, parseBudgetOwner, parseIdempotencyKey, refuseOtherUser } from "./parse-request.ts";
import { NEXT_CURSOR, type Paired, textOf } from "./route.ts";
import { createRoutes } from "./routes.ts";
import type { SessionCookies } from "./session.ts";
import { createSharedReads } from "./shared-reads.ts";

const BODY_LIMIT = 64 * 1024;
/**
 * Milliseconds until a request is answered with 503. Below the function's own limit (infra/constructs/functions.ts), at
 * which no answer would be sent. A stalled store is retried until then; the work may still end after the deadline.
 */
export const DEADLINE_MS = 18_000;

type AppOptions = {
  core: Core;
  sessions: SessionCookies;
  clock: Clock;
  log: Log;
  securityLog: SecurityLog;
  origin: string;
  addressOf: (http: Context) => string;
  /** True for callers whose answers cross no network: compressing them would only take time. */
  isOnThisMachine?: (http: Context) => boolean;
  throttle: boolean;
  /** Requests that one network may send in five minutes to this process; unlimited if absent. */
  perNetwork?: number | undefined;
  requestIdOf?: (http: Context) => string;
  /** The deployed source's commit. */
  commit?: string;
};

export function createApp(options: AppOptions) {
  const { core, log, securityLog, origin, requestIdOf = () => randomUUID() } = options;
  const fairShare = createFairShare({ ...options, takeWork: core.takeWork });
  const reads = createSharedReads<Answered>();
  const { clock, perNetwork } = options;
  const limitNetwork = perNetwork
    ? createNetworkLimit({ clock, withinMs: 5 * MINUTE_MS, perNetwork })
    : () => {};
  const app = new Hono<{
    Variables: { requestId: string; endpoint?: string; pattern?: string; userId?: Id };
  }>();

  app.use(async (http, next) => {
    // Not Hono's requestId, which accepts an id from the client.
    const id = requestIdOf(http);
    http.set("requestId", id);
    // Set first: Hono copies a finished response to change its headers.
    http.header("x-request-id", id);
    http.header("cache-control", "no-store");
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) http.header(name, value);
    const address = options.addressOf(http);
    await withAddress(address, async () => {
      limitNetwork(networksOf(address));
      await next();
    });
  });
  app.use(csrf(origin));
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed(http, methods) {
        const allow = [...methods, "OPTIONS"].join(", ");
        if (http.req.method === "OPTIONS") return http.body(null, 204, { allow });
        return http.json({ message: "Method not allowed" }, 405, { allow });
      },
    }),
  );
  app.use(
    timeout(DEADLINE_MS, () => new HTTPException(503, { cause: busy(new Error("No answer in time")) })),
  );

  for (const paired of createRoutes(core, options.sessions, options)) {
    const { name, endpoint } = paired;
    app.on(endpoint.method, endpoint.path, (http) => {
      http.set("endpoint", name);
      http.set("pattern", endpoint.path);
      return answer(http, paired, { ...options, fairShare, reads });
    });
  }
  app.all("*", (http) => http.json({ message: "Not found" }, 404));

  app.onError(async (error, http) => {
    const { requestId, pattern, userId = null, endpoint = null } = http.var;
    const problem = problemOf(error);
    if (!problem) {
      // The pattern: the path itself may hold the token of a mailed link.
      log.error("unexpected", { requestId, method: http.req.method, path: pattern, error });
      return http.json({ message: "Something went wrong" }, 500);
    }
    const { status, body, headers } = problem;
    if (status === 507) log.error("disk full", { requestId, error });
    if (status === 403)
      securityLog({ event: "refused", userId, endpoint, ...(body.code && { code: body.code }) });
    if (status === 429) securityLog({ event: "throttled", userId, endpoint });
    return http.json(body, status, headers);
  });
  return app;
}

/** A call's answer before it is compressed. */
type Answered =
  | Response
  | { text: string | null; status: Endpoint["status"]; headers: Record<string, string> };

async function answer(
  http: Context,
  paired: Paired,
  options: AppOptions & {
    fairShare: ReturnType<typeof createFairShare>;
    reads: ReturnType<typeof createSharedReads<Answered>>;
  },
): Promise<Response> {
  const { access, method, deletesOnce } = paired.endpoint;
  const { fairShare, reads } = options;
  const ownerId = parseBudgetOwner(http);
  if (access === "anyone") return respond(http, await handle(http, paired, options, null, ownerId), options);
  const arrival = reads.arrive();
  const caller = await options.sessions.caller(http, ownerId);
  if (!caller) throw signInRequired();
  const { id } = caller.user;
  refuseOtherUser(http, id);
  http.set("userId", id);
  const isWrite = method !== "GET";
  fairShare.admit(id, isWrite);
  const key = deletesOnce ? parseIdempotencyKey(http, "") : undefined;
  const work = async (): Promise<Answered> => {
    const run = () => handle(http, paired, options, caller, ownerId);
    return key ? ((await options.core.deleteOnce(id, key, run)) ?? NOTHING) : run();
  };
  const inTurn = (signal: AbortSignal | undefined) =>
    fairShare.inTurn(id, () => counted(id, work, signal, options));
  // A write goes on after its client has disconnected.
  if (isWrite) return respond(http, await inTurn(undefined), options);
  const equal = `${caller.session.id} ${ownerId} ${http.req.url}`;
  const answered = await reads.share(equal, arrival, (isAlone) =>
    inTurn(isAlone ? http.req.raw.signal : undefined),
  );
  return respond(http, answered, options);
}

/** Counts what a call consumes against its user's limit, and tells the client how many items could not be read. */
async function counted(
  userId: Id,
  work: () => Promise<Answered>,
  signal: AbortSignal | undefined,
  { fairShare, log }: Pick<AppOptions, "log"> & { fairShare: ReturnType<typeof createFairShare> },
): Promise<Answered> {
  const unreadable = new Set<string>();
  const spending = { ...noSpending(), unreadable, signal };
  try {
    const answered = await withSpending(spending, work);
    if (unreadable.size === 0) return answered;
    log.error("unreadable items", { keys: [...unreadable].slice(0, 20) });
    const note = { [UNREADABLE_HEADER]: String(unreadable.size) };
    return answered instanceof Response
      ? answered
      : { ...answered, headers: { ...answered.headers, ...note } };
  } finally {
    await fairShare.count(userId, spending);
  }
}

async function handle(
  http: Context,
  { endpoint, call }: Paired,
  { core, addressOf }: AppOptions,
  caller: Caller | null,
  ownerId: Id | undefined,
): Promise<Answered> {
  const { access, types, maxBody = BODY_LIMIT, status = 200 } = endpoint;
  if (caller && access === "admin") await core.checkAdministrator(caller);

  const onLedger = access !== "anyone" && access !== "user" && access !== "admin";
  let entryId: string | undefined;
  const noteEntry = (id: string) => {
    entryId = id;
  };
  const ledger =
    caller && onLedger
      ? { ...(await core.sharedWithMe.open(caller, ownerId, access)), noteEntry }
      : undefined;
  const sent = endpoint.body ? await bodyText(http, maxBody, types) : "";
  const address = addressOf(http);
  const device = deviceOf(http.req.header("user-agent"), address);
  const language = languageOf(http.req.header("accept-language"));
  const networks = networksOf(address);
  const reply = await call({ text: sent, caller, ledger, networks, device, language, http }).catch(
    async (error) => {
      throw ledger && error instanceof ChangedBySomebody
        ? await core.activity.withChanger(ledger, error)
        : error;
    },
  );
  if (reply instanceof Response) return reply;
  const headers = { ...(entryId !== undefined && { [ENTRY_HEADER]: entryId }) };
  if (status === 204) return { text: null, status, headers };
  const text = textOf(http, endpoint, reply);
  const cursor: string | null = http.get(NEXT_CURSOR) ?? null;
  return {
    text,
    status,
    headers: { ...headers, ...(cursor !== null && { [NEXT_CURSOR_HEADER]: cursor }) },
  };
}

const NOTHING: Answered = { text: null, status: 204, headers: {} };

async function respond(
  http: Context,
  answered: Answered,
  { isOnThisMachine }: Pick<AppOptions, "isOnThisMachine">,
): Promise<Response> {
  if (answered instanceof Response) return answered;
  const { text, status = 200, headers } = answered;
  if (text === null || status === 204) return http.body(null, 204, headers);
  const accepts = isOnThisMachine?.(http) ? undefined : http.req.header("accept-encoding");
  const { body, headers: encoding } = await encoded(text, accepts);
  return http.body(body, status, { "content-type": "application/json", ...headers, ...encoding });
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site made a browser send (docs/promises.md S7): by Sec-Fetch-Site, or by Origin where
 * browsers leave that header out, as on a home network's plain http. Stricter than Hono's csrf, which looks at form
 * types only and lets either header pass a request. Mail servers call the one-click unsubscribe, without a cookie.
 */
function csrf(origin: string): MiddlewareHandler {
  return async (http, next) => {
    if (SAFE.has(http.req.method) || http.req.path.startsWith("/api/unsubscribe/")) return next();
    const site = http.req.header("sec-fetch-site");
    const from = http.req.header("origin");
    const isOurs = from === undefined || from === origin || hasHost(from, http.req.header("host"));
    const isForeign = site === undefined ? !isOurs : site !== "same-origin" && site !== "none";
    if (isForeign) throw new HTTPException(403, { message: "This request came from another site" });
    return next();
  };
}

const hasHost = (origin: string, host = "") =>
  host !== "" && URL.canParse(origin) && new URL(origin).host === host;

const STATUS: Record<Reason, ContentfulStatusCode> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  noRoom: 507,
  throttled: 429,
  busy: 503,
};

type Problem = { status: ContentfulStatusCode; body: ErrorBody; headers: Record<string, string> };

/** Undefined for a defect, whose details the client must not see. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof HTTPException && !(error.cause instanceof Refusal))
    return { status: error.status, body: { message: error.message }, headers: {} };
  const refusal = error instanceof HTTPException ? error.cause : error;
  if (!(refusal instanceof Refusal)) return undefined;
  const { reason, message, issues, code, current, retryAfter } = refusal;
  return {
    status: STATUS[reason],
    body: {
      message,
      ...(code && { code }),
      ...(issues && { issues }),
      ...(current && { current: currentOnWire(current) }),
    },
    headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  };
}

const currentOnWire = ({ kind, value }: Current): unknown => value && encode(snapshotReply(kind), value);
