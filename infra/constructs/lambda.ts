import { join } from "node:path";
import { type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import * as lambda from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { type Duration, RemovalPolicy } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";

export type LambdaProps = {
  stage: Stage;
  artefacts: string;
  description: string;
  memoryMegabytes: number;
  timeout: Duration;
  environment: Record<string, string>;
  rights: PolicyStatement[];
  maxConcurrency: number;
  deadLetters?: IQueue;
  /** If true, the log outlives the stack; the next deployment imports it (`--import-existing-resources`). */
  keepsLog?: boolean;
};

export class Lambda extends Construct {
  /** All versions, for metrics. */
  readonly function: lambda.Function;
  /** The version in use, which everything calls. */
  readonly live: lambda.Alias;
  /** The version that a deployment puts in use. */
  readonly version: lambda.Version;
  readonly role: Role;
  readonly logGroup: LogGroup;

  constructor(scope: Construct, name: string, props: LambdaProps) {
    super(scope, name);
    const { stage, deadLetters } = props;
    this.logGroup = new LogGroup(this, "Log", {
      logGroupName: `/coffer/${stage.name}/${name}`,
      retention: stage.logDays,
      removalPolicy: props.keepsLog ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      description: `Coffer ${stage.name}: ${props.description}`,
    });
    this.logGroup.grantWrite(this.role);
    for (const right of props.rights) this.role.addToPolicy(right);
    acknowledge(this.role, {
      "IAM5[Resource::*]": "ses:GetSendQuota does not support resource-level permissions",
    });

    this.function = new lambda.Function(this, "Function", {
      functionName: `coffer-${stage.name}-${name}`,
      description: props.description,
      code: lambda.Code.fromAsset(join(props.artefacts, name)),
      handler: "index.handler",
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: props.memoryMegabytes,
      timeout: props.timeout,
      environment: props.environment,
      role: this.role,
      logGroup: this.logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      // Lambda's own lines for every call would be most of the log's cost; metrics have the same figures.
      systemLogLevelV2: lambda.SystemLogLevel.WARN,
      ...(stage.reserveConcurrency ? { reservedConcurrentExecutions: props.maxConcurrency } : {}),
      // Old versions stay, so that `live` can return to one. A version is deleted with the function, and if its
      // deployment is rolled back: the same version cannot be published twice.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    this.version = this.function.currentVersion;
    this.live = new lambda.Alias(this, "Live", {
      aliasName: "live",
      version: this.version,
      ...(deadLetters ? { onFailure: new SqsDestination(deadLetters), retryAttempts: 2 } : {}),
    });
  }
}
