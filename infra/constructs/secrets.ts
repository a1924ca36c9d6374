import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { RemovalPolicy } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { keepLogicalId } from "./kept.ts";

export type Secrets = { sessionKeys: Secret; origin: Secret };

/** The keys that sign sessions, and the word by which the API knows CloudFront. Both are made by Secrets Manager. */
export function createSecrets(scope: Construct, stage: string): Secrets {
  const secret = (id: string, name: string, description: string) => {
    const created = new Secret(scope, id, {
      secretName: `coffer-${stage}/${name}`,
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    keepLogicalId(created, id);
    acknowledge(created, {
      SMG4: "Changed by one command of docs/operations.md; the version before stays valid beside it",
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
