import { join } from "node:path";
import { type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Alias,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { type Duration, RemovalPolicy } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { acknowledge } from "./acknowledge.ts";

export type LambdaProps = {
  stage: Stage;
  /** The folder of the built functions; the one named as this is taken. */
  artefacts: string;
  description: string;
  memoryMegabytes: number;
  timeout: Duration;
  environment: Record<string, string>;
  /** All that the function may do beyond writing its own log and traces. */
  rights: PolicyStatement[];
  /** How many may run at once, where the stage caps that. */
  maxConcurrency: number;
  /** For what AWS invokes asynchronously: where events go that failed three times. */
  deadLetters?: IQueue;
};

/** One function as all of them are: arm64, Node 24, its own role and log, JSON logs, traces. */
export class Lambda extends Construct {
  /** Every version together: for metrics. */
  readonly function: LambdaFunction;
  /** What everything calls: the version in use. */
  readonly live: Alias;
  readonly role: Role;

  constructor(scope: Construct, name: string, props: LambdaProps) {
    super(scope, name);
    const { stage, deadLetters } = props;
    const logGroup = new LogGroup(this, "Log", {
      logGroupName: `/coffer/${stage.name}/${name}`,
      retention: stage.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      description: `Coffer ${stage.name}: ${props.description}`,
    });
    logGroup.grantWrite(this.role);
    for (const right of props.rights) this.role.addToPolicy(right);
    acknowledge(this.role, {
      "IAM5[Resource::*]": "X-Ray's two writing actions do not support resource-level permissions",
    });

    this.function = new LambdaFunction(this, "Function", {
      functionName: `coffer-${stage.name}-${name}`,
      description: props.description,
      code: Code.fromAsset(join(props.artefacts, name)),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMegabytes,
      timeout: props.timeout,
      environment: props.environment,
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // Start, end and report of every call would be most of the log's bill; the metrics have them.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      ...(stage.reserveConcurrency ? { reservedConcurrentExecutions: props.maxConcurrency } : {}),
      // Old versions stay, so that `live` can go back to one at once; all of them are deleted with the function.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    this.live = new Alias(this, "Live", {
      aliasName: "live",
      version: this.function.currentVersion,
      ...(deadLetters ? { onFailure: new SqsDestination(deadLetters), retryAttempts: 2 } : {}),
    });
  }
}
