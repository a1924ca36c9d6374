import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Clock } from "@coffer/core/env";
import * as v from "valibot";
import { keptFor, readSecret, type SecretVersion } from "./secrets.ts";

/** A key that session tokens are signed with; `kid` names it in the token. */
export type SessionKey = { kid: string; secret: Uint8Array };
/** The key of new tokens, and those that older tokens may still carry. */
export type KeyRing = { current: SessionKey; previous: SessionKey[] };
/** The keys at hand; `kid` is the one that a token was signed with. */
export type Keys = (kid?: string) => Promise<KeyRing>;

const key = v.object({ kid: v.string(), secret: v.pipe(v.string(), v.minLength(43)) });
const stored = v.object({ current: key, previous: v.optional(v.array(key), []) });

/** Reads a key ring from JSON: {"current": {"kid", "secret"}, "previous": [...]}, secrets in base64url. */
function parseKeyRing(json: string): KeyRing {
  const open = ({ kid, secret }: v.InferOutput<typeof key>) => ({
    kid,
    secret: Buffer.from(secret, "base64url"),
  });
  const { current, previous } = v.parse(stored, JSON.parse(json));
  return { current: open(current), previous: previous.map(open) };
}

/** The keys in a file of this machine, made at the first start and readable by their owner alone. */
export function fileKeys(path: string): Keys {
  if (!existsSync(path)) {
    const fresh = {
      current: { kid: randomBytes(6).toString("base64url"), secret: randomBytes(32).toString("base64url") },
    };
    // In two steps, so that a process that is killed here leaves no half of a file to the next start.
    const draft = `${path}.${process.pid}.part`;
    writeFileSync(draft, JSON.stringify(fresh), { mode: 0o600 });
    renameSync(draft, path);
  }
  const ring = parseKeyRing(readFileSync(path, "utf8"));
  return async () => ring;
}

/** How long a function keeps the keys that it has read. */
const KEPT_MS = 5 * 60_000;
/** After this long, a token of another key is worth a look: it may be newer than ours, or forged. */
const RECENT_MS = 10_000;

/**
 * The keys in a secret of AWS Secrets Manager, read when first needed: each version of it is one key of random text,
 * named by the version. A new version is used for new tokens within minutes; those of the one before stay good.
 */
export function secretKeys(secretId: string, clock: Clock): Keys {
  const ring = keptFor(KEPT_MS, clock, () => fetchKeys(secretId));
  return async (kid) => {
    const kept = await ring();
    const known = kid === undefined || [kept.current, ...kept.previous].some((each) => each.kid === kid);
    return known ? kept : ring(RECENT_MS);
  };
}

async function fetchKeys(secretId: string): Promise<KeyRing> {
  const [current, ...previous] = await readSecret(secretId);
  const open = ({ id, text }: SecretVersion) => ({ kid: id, secret: Buffer.from(text) });
  return { current: open(current), previous: previous.map(open) };
}
