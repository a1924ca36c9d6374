import { endpointList } from "@coffer/contract/endpoints";
import type { Context } from "hono";

const patterns = endpointList.map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`),
}));

/**
 * Answers a request that no endpoint takes: 404, or 405 with the methods that its path takes. Not Hono's
 * methodNotAllowed, which loads a second router, refuses OPTIONS and takes /api/user/ for /api/user.
 */
export function methodNotAllowed(http: Context): Response {
  const methods = patterns.filter(({ pattern }) => pattern.test(http.req.path)).map(({ method }) => method);
  if (methods.length === 0) return http.json({ message: "Not found" }, 404);
  const head = methods.includes("GET") ? ["HEAD"] : [];
  const allow = [...new Set([...methods, ...head, "OPTIONS"])].join(", ");
  if (http.req.method === "OPTIONS") return http.body(null, 204, { allow });
  return http.json({ message: "Method not allowed" }, 405, { allow });
}
