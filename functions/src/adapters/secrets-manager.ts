import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { TIMEOUTS } from "./timeouts.ts";

// secrets.ts imports this file dynamically: importing the package so would load the whole client.

const client = new SecretsManagerClient({ requestHandler: TIMEOUTS });

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
