import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { SecretVersion } from "../../adapters/secrets.ts";
import { ORIGIN_SECRET_HEADER } from "../../api/headers.ts";

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
