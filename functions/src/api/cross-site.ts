import type { MiddlewareHandler } from "hono";
import { HttpProblem } from "./problems.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site made a browser send: by Sec-Fetch-Site, and without that header, which browsers
 * leave out on a home network's plain http, by Origin (quality.md, "Cross-site"): ours is the configured one, and
 * the one whose host the request was sent to. The one-click unsubscribe is called by mail servers and reads no cookie.
 */
export function refuseCrossSite(origin: string): MiddlewareHandler {
  return async (http, next) => {
    if (SAFE.has(http.req.method) || http.req.path.startsWith("/api/unsubscribe/")) return next();
    const site = http.req.header("sec-fetch-site");
    const from = http.req.header("origin");
    const ours = from === undefined || from === origin || leadsTo(from, http.req.header("host"));
    const foreign = site === undefined ? !ours : site !== "same-origin" && site !== "none";
    if (foreign) throw new HttpProblem(403, "This request came from another site");
    return next();
  };
}

const leadsTo = (origin: string, host = "") =>
  host !== "" && URL.canParse(origin) && new URL(origin).host === host;
