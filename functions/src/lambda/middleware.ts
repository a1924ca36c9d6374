import { createHash, timingSafeEqual } from "node:crypto";
import type { Consumed } from "@coffer/dynamo/table/client";
import type { Context, MiddlewareHandler } from "hono";
import type { SecretVersion } from "../adapters/secrets.ts";
import { ORIGIN_SECRET_HEADER } from "../api/headers.ts";
import { metricsLine } from "../metrics.ts";

type RequestMetricsOptions = {
  functionName: string;
  version: string;
  /** Units since the last call. A function's instance handles one request at a time. */
  consumed: () => Consumed;
  write: (line: string) => void;
  unansweredAfterMs?: number;
};

/** A call that takes this long may be killed by the function's timeout before it can log. */
const UNANSWERED_AFTER_MS = 5_000;

/** Must come before every other middleware (docs/operations.md). */
export function requestMetrics(options: RequestMetricsOptions): MiddlewareHandler {
  const { functionName, version, consumed, write, unansweredAfterMs = UNANSWERED_AFTER_MS } = options;
  let cold = true;
  return async (http, next) => {
    consumed();
    const start = performance.now();
    const elapsed = () => Math.round(performance.now() - start);
    const unanswered = setTimeout(
      () =>
        write(
          JSON.stringify({ level: "error", message: "unanswered", ...about(http), milliseconds: elapsed() }),
        ),
      unansweredAfterMs,
    );
    try {
      await next();
    } finally {
      clearTimeout(unanswered);
    }
    const { reads, writes } = consumed();
    const { status } = http.res;
    const measured = {
      status,
      milliseconds: elapsed(),
      coldStarts: cold ? 1 : 0,
      readUnits: reads,
      writeUnits: writes,
    };
    cold = false;
    write(JSON.stringify({ level: "info", message: "request", ...about(http), ...measured }));
    if (status >= 500)
      write(metricsLine(functionName, Date.now(), { serverErrors: 1 }, { message: "server error" }, version));
  };
}

/** Logs ids and the endpoint's name, such as "transactions.list". The path may hold a link's token. */
const about = (http: Context) => ({
  requestId: http.get("requestId"),
  endpoint: http.get("endpoint") ?? "none",
  userId: http.get("userId") ?? null,
});

/** The previous version stays valid, because CloudFront switches gradually. */
export function throughCloudFront(secrets: () => Promise<SecretVersion[]>): MiddlewareHandler {
  return async (http, next) => {
    const given = sha256(http.req.header(ORIGIN_SECRET_HEADER) ?? "");
    const good = (await secrets()).some(({ text }) => timingSafeEqual(given, sha256(text)));
    if (!good) return http.json({ message: "Not found" }, 404);
    return next();
  };
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
