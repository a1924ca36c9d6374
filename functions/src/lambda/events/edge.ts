import { createHash, timingSafeEqual } from "node:crypto";
import type { Clock } from "@coffer/core/env";
import type { MiddlewareHandler } from "hono";
import { keptFor, readSecret, type SecretVersion } from "../../adapters/secrets.ts";
import { ORIGIN_SECRET_HEADER } from "../../api/edge.ts";

const KEPT_MS = 5 * 60_000;

/** The origin secret's versions, read at most every five minutes; the one before counts while CloudFront changes over. */
export function originSecrets(secretId: string, clock: Clock): () => Promise<SecretVersion[]> {
  return keptFor(KEPT_MS, clock, () => readSecret(secretId));
}

/** Turns away what did not come through CloudFront: only then the viewer's address is to be believed. */
export function throughCloudFront(secrets: () => Promise<SecretVersion[]>): MiddlewareHandler {
  return async (http, next) => {
    const given = digest(http.req.header(ORIGIN_SECRET_HEADER) ?? "");
    const good = (await secrets()).some(({ text }) => timingSafeEqual(given, digest(text)));
    if (!good) return http.json({ message: "Not found" }, 404);
    return next();
  };
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
