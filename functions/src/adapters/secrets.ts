import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import type { Clock } from "@coffer/core/env";
import { MINUTE_MS } from "@coffer/domain/time/day";
import type { KeyRing, Keys } from "./keys.ts";
import { TIMEOUTS } from "./timeouts.ts";

export type SecretVersion = { id: string; text: string };

let client: SecretsManagerClient | undefined;

/** The current version, then the previous one if the secret was ever rotated. */
export async function readSecret(secretId: string): Promise<[SecretVersion, ...SecretVersion[]]> {
  const [current, previous] = await Promise.all([
    readVersion(secretId, "AWSCURRENT"),
    readVersion(secretId, "AWSPREVIOUS"),
  ]);
  if (!current) throw new Error("The secret has no current version");
  return previous ? [current, previous] : [current];
}

async function readVersion(SecretId: string, VersionStage: string): Promise<SecretVersion | undefined> {
  const { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } = await import(
    "@aws-sdk/client-secrets-manager"
  );
  client ??= new SecretsManagerClient({ requestHandler: TIMEOUTS });
  try {
    const { VersionId: id = "", SecretString: text = "" } = await client.send(
      new GetSecretValueCommand({ SecretId, VersionStage }),
    );
    return { id, text };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** `age` in milliseconds, for callers that need a fresher value than `ms` guarantees. A failed read is not cached. */
export function cachedFor<T>(ms: number, clock: Clock, read: () => Promise<T>): (age?: number) => Promise<T> {
  let cached: { value: Promise<T>; readAt: number } | undefined;
  return (age = ms) => {
    if (cached && clock() - cached.readAt < age) return cached.value;
    const value = read();
    cached = { value, readAt: clock() };
    value.catch(() => {
      cached = undefined;
    });
    return value;
  };
}

export const CACHED_MS = 5 * MINUTE_MS;
/** A token with an unknown key is newer than the cache or forged: the secret is read again at most this often. */
const REREAD_MS = 10_000;

/** Each version of the secret is a key. After a rotation, tokens signed with the previous version stay valid. */
export function secretKeys(secretId: string, clock: Clock): Keys {
  const ring = cachedFor(CACHED_MS, clock, () => fetchKeys(secretId));
  return async (kid) => {
    const cached = await ring();
    const isKnown = kid === undefined || [cached.current, ...cached.previous].some((key) => key.kid === kid);
    return isKnown ? cached : ring(REREAD_MS);
  };
}

async function fetchKeys(secretId: string): Promise<KeyRing> {
  const [current, ...previous] = await readSecret(secretId);
  const open = ({ id, text }: SecretVersion) => ({ kid: id, secret: Buffer.from(text) });
  return { current: open(current), previous: previous.map(open) };
}
