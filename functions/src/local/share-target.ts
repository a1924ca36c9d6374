import type { MiddlewareHandler } from "hono";

/**
 * Tells the service worker whether the system's share sheet or a page of ours sends a form to /share: only a server sees
 * Sec-Fetch-Site. The form's body is not read. CloudFront answers the same (infra/edge/page.js).
 */
export const shareTarget: MiddlewareHandler = async (http) => {
  const site = http.req.header("sec-fetch-site");
  return http.body(null, site === "same-origin" || site === "none" ? 204 : 403);
};
