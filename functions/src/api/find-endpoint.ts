import type { Endpoint } from "@coffer/contract/endpoint";
import type { Context } from "hono";
import type { Paired } from "./route.ts";
import { type createRoutes, NOUNS_BY_SEGMENT } from "./routes.ts";

export type Found = Paired & { pathParams: Record<string, string> };

/** Not Hono's router, which would need all endpoints at the start, and takes /api/user/ for /api/user. */
export function createFindEndpoint(routes: ReturnType<typeof createRoutes>) {
  const loaded = new Map<string, Promise<(Paired & { pattern: RegExp })[]>>();
  async function load(segment: string) {
    const nouns = NOUNS_BY_SEGMENT.get(segment) ?? [];
    const paired = (await Promise.all(nouns.map((noun) => routes[noun]()))).flat();
    return paired.map((each) => ({ ...each, pattern: patternOf(each.endpoint) }));
  }

  return async (http: Context): Promise<Found | Response> => {
    const { method, path } = http.req;
    const [, , segment = ""] = path.split("/");
    if (!NOUNS_BY_SEGMENT.has(segment)) return http.json({ message: "Not found" }, 404);
    const endpoints = loaded.get(segment) ?? load(segment);
    loaded.set(segment, endpoints);
    const taking = (await endpoints).flatMap((paired) => {
      const match = paired.pattern.exec(path);
      return match ? [{ ...paired, pathParams: decoded(match.groups) }] : [];
    });
    // Of two, the first that the contract has: /api/categories/order before /api/categories/:id.
    const wanted = method === "HEAD" ? "GET" : method;
    return taking.find(({ endpoint }) => endpoint.method === wanted) ?? methodNotAllowed(http, taking);
  };
}

const patternOf = ({ path }: Endpoint) =>
  new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);

function decoded(groups: Record<string, string> = {}): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodeURIComponent(text)]));
  } catch {
    // No endpoint's parameter has such characters: it names nothing.
    return { ...groups };
  }
}

function methodNotAllowed(http: Context, taking: readonly Paired[]): Response {
  if (taking.length === 0) return http.json({ message: "Not found" }, 404);
  const methods: string[] = taking.map(({ endpoint }) => endpoint.method);
  const head = methods.includes("GET") ? ["HEAD"] : [];
  const allow = [...new Set([...methods, ...head, "OPTIONS"])].join(", ");
  if (http.req.method === "OPTIONS") return http.body(null, 204, { allow });
  return http.json({ message: "Method not allowed" }, 405, { allow });
}
