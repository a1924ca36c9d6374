import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import type { Lambda } from "./lambda.ts";

type RolloutProps = {
  stage: string;
  functions: Record<string, Lambda>;
  /** The alarms that roll a new version back, by the function's name. */
  alarms: Record<string, Alarm[]>;
};

/**
 * A new version of a function takes a tenth of the calls for five minutes. Where an alarm goes off meanwhile, or is on
 * already, `live` goes back to the version before and CloudFormation rolls the stack back.
 */
export class Rollout extends Construct {
  constructor(scope: Construct, id: string, { stage, functions, alarms }: RolloutProps) {
    super(scope, id);
    const application = new LambdaApplication(this, "Application", { applicationName: `coffer-${stage}` });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("codedeploy.amazonaws.com") });
    acknowledge(role, {
      "IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]":
        "CDK gives CodeDeploy AWS's own policy for Lambda",
    });
    for (const [name, { live }] of Object.entries(functions)) {
      new LambdaDeploymentGroup(this, name, {
        application,
        role,
        alias: live,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
        alarms: alarms[name] ?? [],
        autoRollback: { failedDeployment: true, stoppedDeployment: true, deploymentInAlarm: true },
      });
    }
  }
}
