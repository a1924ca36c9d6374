import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";

/**
 * Refuses requests under a name that this machine was not given; `host` is the setting. Another site can let its own
 * name lead here (DNS rebinding), and would then read the outbox with its reset links as if it were its own page.
 */
export function ownNameOnly(host: string): MiddlewareHandler {
  return async (http, next) => {
    const name = new URL(http.req.url).hostname.replace(/^\[(.*)\]$/, "$1");
    if (isIP(name) || name === "localhost" || name === host.toLowerCase()) return next();
    return http.text("Open this page at the address that Coffer said it is ready at.", 421);
  };
}
