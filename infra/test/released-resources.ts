import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Template } from "aws-cdk-lib/assertions";
import { EVERYTHING, synthesise } from "./synthesise.ts";

/**
 * Types of resources that hold data, or that something outside their stack knows by name, with the properties whose
 * change would replace them.
 */
export const PINNED: Record<string, readonly string[]> = {
  "AWS::Backup::BackupVault": ["BackupVaultName"],
  "AWS::CloudFront::Distribution": [],
  "AWS::CloudWatch::Dashboard": ["DashboardName"],
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::KMS::Key": [],
  "AWS::Lambda::Alias": ["Name"],
  // Lambda refuses a second one of the same stream, so it must not be created again under another id.
  "AWS::Lambda::EventSourceMapping": [],
  "AWS::Lambda::Function": ["FunctionName"],
  "AWS::Logs::LogGroup": ["LogGroupName"],
  "AWS::S3::Bucket": ["BucketName"],
  "AWS::SES::ConfigurationSet": ["Name"],
  "AWS::SES::EmailIdentity": ["EmailIdentity"],
  "AWS::SNS::Subscription": ["Protocol", "Endpoint"],
  "AWS::SNS::Topic": ["TopicName"],
  "AWS::SQS::Queue": ["QueueName"],
  "AWS::SecretsManager::Secret": ["Name"],
  "AWS::WAFv2::WebACL": ["Name", "Scope"],
};

/** CDK's own helpers, which are without data and whose names and ids are CDK's to change. */
const isHelper = (id: string) => /^(Custom|SiteFiles)/.test(id);

type Resources = Record<string, { type: string } & Record<string, unknown>>;

export function pinnedIn(template: Template): Resources {
  const pinned: Resources = {};
  for (const [id, resource] of Object.entries(template.toJSON().Resources)) {
    const { Type: type, Properties = {} } = Object(resource);
    const names = PINNED[type];
    if (!names || isHelper(id)) continue;
    const isText = (name: string) =>
      type !== "AWS::SNS::Subscription" || typeof Properties[name] === "string";
    const kept = names.filter((name) => Properties[name] !== undefined && isText(name));
    pinned[id] = { type, ...Object.fromEntries(kept.map((name) => [name, Properties[name]])) };
  }
  return pinned;
}

export const pinnedOf = (context: Record<string, unknown> = EVERYTHING): Record<string, Resources> =>
  Object.fromEntries(
    Object.entries(synthesise(context)).flatMap(([stack, template]) =>
      template ? [[stack, pinnedIn(template)]] : [],
    ),
  );

/** `node infra/test/released-resources.ts 2026-11-26` writes what a release has, for the releases after it. */
if (import.meta.main) {
  const file = join(import.meta.dirname, `released/${process.argv[2]}.json`);
  writeFileSync(file, `${JSON.stringify(pinnedOf(), undefined, 2)}\n`);
}
