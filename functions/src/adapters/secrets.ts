import type { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";

/** One version of a secret: `id` is Secrets Manager's own name for it. */
export type SecretVersion = { id: string; text: string };

let client: SecretsManagerClient | undefined;

/** The current version of a secret of AWS Secrets Manager, and the one before it where there is one. */
export async function readSecret(secretId: string): Promise<[SecretVersion, ...SecretVersion[]]> {
  const { GetSecretValueCommand, ResourceNotFoundException, SecretsManagerClient } = await import(
    "@aws-sdk/client-secrets-manager"
  );
  client ??= new SecretsManagerClient();
  const version = async (stage: string): Promise<SecretVersion> => {
    const read = await client?.send(new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage }));
    if (!read?.VersionId || !read.SecretString) throw new Error(`The secret has no ${stage} version of text`);
    return { id: read.VersionId, text: read.SecretString };
  };
  const before = async (): Promise<SecretVersion[]> => {
    try {
      return [await version("AWSPREVIOUS")];
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return []; // it was never changed
      throw error;
    }
  };
  const [current, previous] = await Promise.all([version("AWSCURRENT"), before()]);
  return [current, ...previous];
}
