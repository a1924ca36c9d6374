import {
  METRICS_DIMENSION,
  METRICS_NAMESPACE,
  type Metric as OwnMetric,
  VERSION_DIMENSION,
} from "@coffer/functions/metrics";
import { type Alarm, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Duration, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { createAlarm } from "./alarm.ts";
import { CAUSES, logsLink } from "./console.ts";
import type { Lambda } from "./lambda.ts";
import { metric } from "./metrics.ts";

/**
 * A new version of a function takes a tenth of the calls for five minutes. If it fails, `live` returns to the old version
 * and CloudFormation rolls the stack back. Only the new version's errors count, so that errors of the old version do not
 * stop the deployment that mends them.
 */
export class Rollout extends Construct {
  constructor(
    scope: Construct,
    id: string,
    stage: string,
    functions: { api: Lambda } & Record<string, Lambda>,
  ) {
    super(scope, id);
    const application = new LambdaApplication(this, "Application");
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("codedeploy.amazonaws.com") });
    acknowledge(role, {
      "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]":
        "CDK gives CodeDeploy AWS's own policy for Lambda",
    });
    for (const [name, lambda] of Object.entries(functions)) {
      new LambdaDeploymentGroup(this, name, {
        application,
        role,
        alias: lambda.live,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: this.#alarms(stage, name, lambda),
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }

  /** Without a topic: CloudFormation reports the rollback, and the function's other alarms are mailed. */
  #alarms(
    stage: string,
    name: string,
    { function: { functionName }, version: { version } }: Lambda,
  ): Alarm[] {
    const common = {
      link: logsLink(Stack.of(this), [`/coffer/${stage}/${name}`], CAUSES.errors),
    };
    const inAMinute = { statistic: Stats.SUM, period: Duration.minutes(1) };
    const invoked = {
      FunctionName: functionName,
      Resource: `${functionName}:live`,
      ExecutedVersion: version,
    };
    const errors = createAlarm(this, `${name}-new-version-errors`, {
      ...common,
      metric: metric("AWS/Lambda", "Errors", invoked, inAMinute),
      // A failed run is retried; only a second failure is a defect.
      threshold: 2,
      description: `The version of ${name} that is being deployed failed twice in a minute`,
    });
    if (name !== "api") return [errors];
    const serverErrors: OwnMetric = "serverErrors";
    const answering = { [METRICS_DIMENSION]: functionName, [VERSION_DIMENSION]: version };
    const broken = createAlarm(this, "api-new-version-5xx", {
      ...common,
      metric: metric(METRICS_NAMESPACE, serverErrors, answering, inAMinute),
      threshold: 3,
      description: "The version of the API that is being deployed answered three times in a minute with 5xx",
    });
    return [errors, broken];
  }
}
