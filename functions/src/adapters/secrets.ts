import type { Clock } from "@coffer/core/env";

/** `id` is the version id that Secrets Manager gave it. */
export type SecretVersion = { id: string; text: string };

/** The current version, then the previous one if the secret was ever rotated. */
export async function readSecret(secretId: string): Promise<[SecretVersion, ...SecretVersion[]]> {
  const { readVersion } = await import("./secrets-manager.ts");
  const [current, previous] = await Promise.all([
    readVersion(secretId, "AWSCURRENT"),
    readVersion(secretId, "AWSPREVIOUS"),
  ]);
  if (!current) throw new Error("The secret has no current version");
  return previous ? [current, previous] : [current];
}

/**
 * Caches what `read` returns for `ms` milliseconds; a caller that needs it fresher gives the age it accepts. A failed
 * read is not cached.
 */
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
