import type { Clock } from "@coffer/core/env";

/** One version of a secret: `id` is Secrets Manager's own name for it. */
export type SecretVersion = { id: string; text: string };

/** The current version of a secret of AWS Secrets Manager, and the one before it where it was ever changed. */
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
 * Calls `read` when first asked and keeps what it gives for `ms` milliseconds; who needs it newer says the age it
 * may have. A read that fails is not kept.
 */
export function keptFor<T>(ms: number, clock: Clock, read: () => Promise<T>): (age?: number) => Promise<T> {
  let kept: { value: Promise<T>; readAt: number } | undefined;
  return (age = ms) => {
    if (kept && clock() - kept.readAt < age) return kept.value;
    const value = read();
    kept = { value, readAt: clock() };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
}
