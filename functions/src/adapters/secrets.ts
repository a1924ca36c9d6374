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
