import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import * as v from "valibot";

/** A key that session tokens are signed with; `kid` names it in the token. */
export type SessionKey = { kid: string; secret: Uint8Array };
/** The key of new tokens, and those that older tokens may still carry. */
export type KeyRing = { current: SessionKey; previous: SessionKey[] };
export type Keys = () => Promise<KeyRing>;

const key = v.object({ kid: v.string(), secret: v.pipe(v.string(), v.minLength(43)) });
const stored = v.object({ current: key, previous: v.optional(v.array(key), []) });

/** Reads a key ring from JSON: {"current": {"kid", "secret"}, "previous": [...]}, secrets in base64url. */
export function parseKeyRing(json: string): KeyRing {
  const open = ({ kid, secret }: v.InferOutput<typeof key>) => ({
    kid,
    secret: Buffer.from(secret, "base64url"),
  });
  const { current, previous } = v.parse(stored, JSON.parse(json));
  return { current: open(current), previous: previous.map(open) };
}

/** The keys in a file of this machine, made at the first start and readable by their owner alone. */
export function fileKeys(path: string): Keys {
  const fresh = {
    current: { kid: randomBytes(6).toString("base64url"), secret: randomBytes(32).toString("base64url") },
  };
  try {
    writeFileSync(path, JSON.stringify(fresh), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const ring = parseKeyRing(readFileSync(path, "utf8"));
  return async () => ring;
}

/** How long a function keeps the keys it has read: a rotation reaches every function within it. */
const KEPT_MS = 5 * 60_000;

/** The keys in a secret of AWS Secrets Manager, read when first needed. */
export function secretKeys(secretId: string, clock: () => number): Keys {
  let kept: { ring: Promise<KeyRing>; until: number } | undefined;
  return () => {
    if (!kept || clock() >= kept.until) kept = { ring: fetchKeys(secretId), until: clock() + KEPT_MS };
    kept.ring.catch(() => {
      kept = undefined;
    });
    return kept.ring;
  };
}

async function fetchKeys(secretId: string): Promise<KeyRing> {
  const { SecretsManager } = await import("@aws-sdk/client-secrets-manager");
  const { SecretString } = await new SecretsManager({}).getSecretValue({ SecretId: secretId });
  return parseKeyRing(SecretString ?? "");
}
