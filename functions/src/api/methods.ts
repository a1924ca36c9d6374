import { endpointList } from "@coffer/contract/endpoints";
import type { Context } from "hono";

const calls = endpointList.map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`),
}));

/** Answers what no endpoint has answered: 404 where there is none, otherwise what may be asked there. */
export function noSuchCall(http: Context): Response {
  const methods = calls.filter(({ pattern }) => pattern.test(http.req.path)).map(({ method }) => method);
  if (methods.length === 0) return http.json({ message: "Not found" }, 404);
  const allow = [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])].join(
    ", ",
  );
  if (http.req.method === "OPTIONS") return http.body(null, 204, { allow });
  return http.json({ message: "Method not allowed" }, 405, { allow });
}
