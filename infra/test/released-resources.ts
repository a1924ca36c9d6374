import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import { EVERYTHING, stacksOf, synthesise } from "./synthesise.ts";

/**
 * Types of resources that hold data, or that are referred to by name outside their stack, with the properties that
 * CloudFormation replaces them for.
 */
export const PINNED: Record<string, readonly string[]> = {
  "AWS::Backup::BackupVault": ["BackupVaultName"],
  "AWS::CloudFront::Distribution": [],
  "AWS::CloudWatch::Dashboard": ["DashboardName"],
  "AWS::DynamoDB::GlobalTable": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::KMS::Key": [],
  "AWS::Lambda::Alias": ["Name"],
  // Lambda refuses a second one of the same stream, so another id could not be created.
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

/** CDK's own helpers, which hold no data. */
const isHelper = (id: string) => /^(Custom|SiteFiles)/.test(id);

type Resource = { type: string } & Record<string, unknown>;
type Resources = Record<string, Resource>;

export const isPinned = (id: string, { type }: Resource): boolean => type in PINNED && !isHelper(id);

function resourcesIn(template: Template): Resources {
  const resources: Resources = {};
  for (const [id, resource] of Object.entries(template.toJSON().Resources)) {
    const { Type: type, Properties = {} } = Object(resource);
    // Their ids are hashes of their code.
    if (type === "AWS::Lambda::Version") continue;
    const names = isPinned(id, { type }) ? (PINNED[type] ?? []) : [];
    const isText = (name: string) =>
      type !== "AWS::SNS::Subscription" || typeof Properties[name] === "string";
    const kept = names.filter((name) => Properties[name] !== undefined && isText(name));
    resources[id] = { type, ...Object.fromEntries(kept.map((name) => [name, Properties[name]])) };
  }
  return resources;
}

/** The resources of each stack; `global` is the data stack of a stage with a global table and a second region. */
export function resourcesOfAll(): Record<string, Resources> {
  const { data: global } = stacksOf({ ...EVERYTHING, globalTable: true, secondRegion: "eu-west-1" });
  const templates = { ...synthesise(EVERYTHING), global: Template.fromStack(global) };
  return Object.fromEntries(
    Object.entries(templates).flatMap(([stack, template]) =>
      template ? [[stack, resourcesIn(template)]] : [],
    ),
  );
}

/** `node infra/test/released-resources.ts 2026-11-26` records the resources of a release. */
if (import.meta.main) {
  const file = join(import.meta.dirname, `released/${process.argv[2]}.json`);
  writeFileSync(file, `${JSON.stringify(resourcesOfAll(), undefined, 2)}\n`);
}
