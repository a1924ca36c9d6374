import { ACMClient } from "@aws-sdk/client-acm";
import { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CloudFrontClient } from "@aws-sdk/client-cloudfront";
import { CloudWatchLogsClient } from "@aws-sdk/client-cloudwatch-logs";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESClient } from "@aws-sdk/client-ses";
import { SNSClient } from "@aws-sdk/client-sns";
import { SQSClient } from "@aws-sdk/client-sqs";
import { STSClient } from "@aws-sdk/client-sts";

/** `elsewhere`: the same account in another region. */
export type Aws = ReturnType<typeof clientsIn> & { elsewhere: (region: string) => Aws };

type AwsConfig = {
  region: string;
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
};

export const awsIn = (config: AwsConfig): Aws => ({
  ...clientsIn(config),
  elsewhere: (region) => awsIn({ ...config, region }),
});

const clientsIn = (config: AwsConfig) => ({
  region: config.region,
  acm: new ACMClient(config),
  bedrock: new BedrockRuntimeClient(config),
  cloudFormation: new CloudFormationClient(config),
  cloudFront: new CloudFrontClient(config),
  dynamo: new DynamoDBClient(config),
  lambda: new LambdaClient(config),
  logs: new CloudWatchLogsClient(config),
  secrets: new SecretsManagerClient(config),
  ses: new SESClient(config),
  sns: new SNSClient(config),
  sqs: new SQSClient(config),
  sts: new STSClient(config),
});

export const isRefusal = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && codes.includes(error.name);

/**
 * Undefined for a resource that does not exist, which CloudFormation reports as ValidationError; rethrows other errors.
 */
export function undefinedIfGone(error: unknown): undefined {
  if (!isRefusal(error, "ResourceNotFoundException", "ValidationError")) throw error;
}
