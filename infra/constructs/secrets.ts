import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { RemovalPolicy } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { pinLogicalId } from "./logical-id.ts";

type Secrets = { sessionKeys: Secret; origin: Secret };

export function createSecrets(scope: Construct, stage: string): Secrets {
  const secret = (id: string, name: string, description: string) => {
    const created = new Secret(scope, id, {
      secretName: `coffer-${stage}/${name}`,
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      // Deleted where its creation is rolled back: the next one needs the name.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    pinLogicalId(created, id);
    acknowledge(created, {
      SMG4: "Rotated by one command of docs/operations.md; the previous version stays valid beside the new one",
    });
    return created;
  };
  return {
    sessionKeys: secret("SessionKeys", "session-keys", "Signs the sessions of Coffer"),
    origin: secret(
      "OriginSecret",
      "origin",
      "Proves to the API of Coffer that a request came through CloudFront",
    ),
  };
}
