import { createHash } from "node:crypto";
import { health } from "@coffer/contract/health";
import type { Context } from "hono";
import { encoded, encodingFor } from "../compression.ts";
import { pairNoun } from "../route.ts";

/** Built on first use, once per process: only this call needs the schema converter. */
function createOpenapi() {
  let document: ReturnType<typeof build> | undefined;
  async function build() {
    const text = JSON.stringify((await import("@coffer/contract/openapi")).openapi());
    return {
      text,
      encodings: new Map<string, ReturnType<typeof encoded>>(),
      tag: `"${createHash("sha256").update(text).digest("base64url")}"`,
    };
  }
  return async (http: Context): Promise<Response> => {
    document ??= build();
    const { text, encodings, tag } = await document;
    http.header("etag", tag);
    http.header("cache-control", "public, no-cache");
    const known = http.req.header("if-none-match") ?? "";
    if (known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag)) return http.body(null, 304);
    const encoding = encodingFor(http.req.header("accept-encoding") ?? "") ?? "";
    const answer = encodings.get(encoding) ?? encoded(text, encoding);
    encodings.set(encoding, answer);
    const { body, headers } = await answer;
    return http.body(body, 200, { "content-type": "application/json", ...headers });
  };
}

export const healthRoutes = (commit: string | undefined) => {
  const openapi = createOpenapi();
  return pairNoun("health", health, {
    check: async () => ({ status: "ok", ...(commit && { commit }) }),
    openapi: ({ http }) => openapi(http),
  });
};
