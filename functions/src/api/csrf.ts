import type { MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses writes that another site made a browser send (docs/promises.md S7): by Sec-Fetch-Site, or by Origin where
 * browsers leave that header out, as on a home network's plain http. Stricter than Hono's csrf, which looks at form
 * types only and lets either header pass a request. Mail servers call the one-click unsubscribe, without a cookie.
 */
export function csrf(origin: string): MiddlewareHandler {
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
