import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { Clock } from "@coffer/core/env";
import { MINUTE_MS } from "@coffer/domain/time/duration";
import * as v from "valibot";
import { cachedFor, readSecret, type SecretVersion } from "./secrets.ts";

export type SessionKey = { kid: string; secret: Uint8Array };
type KeyRing = { current: SessionKey; previous: SessionKey[] };
/** `kid` is the key that a token was signed with, so that a newer one than those cached is looked up. */
export type Keys = (kid?: string) => Promise<KeyRing>;

const key = v.object({
  kid: v.string(),
  secret: v.pipe(
    v.string(),
    v.minLength(43),
    v.transform((text) => Buffer.from(text, "base64url")),
  ),
});
const stored = v.object({ current: key, previous: v.optional(v.array(key), []) });

export function fileKeys(path: string): Keys {
  if (!existsSync(path)) {
    const fresh = {
      current: { kid: randomBytes(6).toString("base64url"), secret: randomBytes(32).toString("base64url") },
    };
    // Renamed into place, so that a process that is killed here leaves no half of a file to the next start.
    const draft = `${path}.${process.pid}.part`;
    writeFileSync(draft, JSON.stringify(fresh), { mode: 0o600 });
    renameSync(draft, path);
  }
  const ring: KeyRing = v.parse(stored, JSON.parse(readFileSync(path, "utf8")));
  return async () => ring;
}

export const CACHED_MS = 5 * MINUTE_MS;
/** A token of an unknown key is newer than the cache, or forged: the secret is read again at most this often. */
const REREAD_MS = 10_000;

/** Each version of the secret is a key. After a rotation, tokens of the version before stay valid. */
export function secretKeys(secretId: string, clock: Clock, endpoint?: string): Keys {
  const ring = cachedFor(CACHED_MS, clock, () => fetchKeys(secretId, endpoint));
  return async (kid) => {
    const cached = await ring();
    const isKnown = kid === undefined || [cached.current, ...cached.previous].some((key) => key.kid === kid);
    return isKnown ? cached : ring(REREAD_MS);
  };
}

async function fetchKeys(secretId: string, endpoint?: string): Promise<KeyRing> {
  const [current, ...previous] = await readSecret(secretId, endpoint);
  const open = ({ id, text }: SecretVersion) => ({ kid: id, secret: Buffer.from(text) });
  return { current: open(current), previous: previous.map(open) };
}
