import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";

// Apart from secrets.ts, which loads this when it is needed: loaded as a package, all of the client would come along.

const client = new SecretsManagerClient();

/** A version of a secret by its stage; undefined where there is none of that stage. */
export async function readVersion(
  secretId: string,
  stage: "AWSCURRENT" | "AWSPREVIOUS",
): Promise<{ id: string; text: string } | undefined> {
  try {
    const { VersionId, SecretString } = await client.send(
      new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage }),
    );
    if (!VersionId || !SecretString) throw new Error(`The secret's ${stage} version is not text`);
    return { id: VersionId, text: SecretString };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}
