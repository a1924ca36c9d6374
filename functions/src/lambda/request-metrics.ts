import type { Consumed } from "@coffer/dynamo/table/meter";
import type { MiddlewareHandler } from "hono";
import { metricsLine } from "../metrics.ts";

type RequestMetricsOptions = {
  functionName: string;
  /** What the store consumed since it was last called. An instance of a function handles one request at a time. */
  consumed: () => Consumed;
  write: (line: string) => void;
};

/** Writes one line of metrics for each request (docs/operations.md). It must come before every other middleware. */
export function requestMetrics({ functionName, consumed, write }: RequestMetricsOptions): MiddlewareHandler {
  let cold = true;
  return async (http, next) => {
    consumed();
    const start = performance.now();
    await next();
    const { reads, writes } = consumed();
    const metrics = {
      milliseconds: Math.round(performance.now() - start),
      coldStarts: cold ? 1 : 0,
      readUnits: reads,
      writeUnits: writes,
    };
    cold = false;
    const properties = {
      message: "request",
      requestId: http.get("requestId"),
      // A contract's name such as "transactions.list", never the path: that may carry the secret of a link.
      endpoint: http.get("endpoint") ?? "none",
      status: http.res.status,
    };
    write(metricsLine(functionName, Date.now(), metrics, properties));
  };
}
