import { meterCapacity } from "@coffer/dynamo/table/client";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { bedrockAdvisor } from "../adapters/careful-advisor.ts";
import { CACHED_MS, cachedFor, readSecret, secretKeys } from "../adapters/secrets.ts";
import { createApp } from "../api/app.ts";
import { VIEWER_ADDRESS_HEADER } from "../api/headers.ts";
import { createSessionCookies } from "../api/session.ts";
import { metricsLine } from "../metrics.ts";
import { coreWith } from "./core.ts";
import { clock, dynamo, environment, log, securityLog, writeLine } from "./environment.ts";
import { requestMetrics, throughCloudFront } from "./middleware.ts";

const { origin, bedrockModelId: modelId } = environment;
const count = () => writeLine(metricsLine(environment.functionName, clock(), { modelFailures: 1 }));
const core = coreWith(modelId ? bedrockAdvisor(modelId, { clock, log, count }) : null);
const keys = secretKeys(environment.sessionKeysSecret, clock);
const secrets = cachedFor(CACHED_MS, clock, () => readSecret(environment.originSecret));
const app = createApp({
  throttle: true,
  perNetwork: environment.requestsPerNetwork,
  core,
  sessions: createSessionCookies({ core, keys, origin, clock }),
  clock,
  log,
  securityLog,
  origin,
  addressOf: (http) => http.req.header(VIEWER_ADDRESS_HEADER) ?? "unknown",
  commit: environment.commit,
  requestIdOf: ({ env }) => String(env.requestContext.requestId),
});

const measured = requestMetrics({
  functionName: environment.functionName,
  version: environment.functionVersion,
  consumed: meterCapacity(dynamo),
  write: writeLine,
});

// A starting function has a whole processor: load the keys and open connections now, by looking up an empty session.
// A failure here is ignored; the first request meets it again.
await Promise.allSettled([keys(), secrets(), core.sessions.caller(0, "", undefined)]);

log.info("started", { commit: environment.commit });

export const handler = handle(new Hono().use(measured).use(throughCloudFront(secrets)).route("/", app));
