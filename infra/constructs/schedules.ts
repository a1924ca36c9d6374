import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import * as scheduler from "aws-cdk-lib/aws-scheduler";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";

export type Tick = { name: string; description: string; every: Duration; target: IFunction };

/** Each event carries the instant at which it was due; a job uses no other clock. */
export class Schedules extends Construct {
  constructor(scope: Construct, id: string, props: { ticks: Tick[]; deadLetters: IQueue }) {
    super(scope, id);
    const { ticks, deadLetters } = props;
    const scheduleGroup = new scheduler.ScheduleGroup(this, "Group", {
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", {
        conditions: {
          StringEquals: {
            "aws:SourceAccount": Stack.of(this).account,
            "aws:SourceArn": scheduleGroup.scheduleGroupArn,
          },
        },
      }),
    });
    deadLetters.grantSendMessages(role);
    role.addToPolicy(
      new PolicyStatement({
        actions: ["lambda:InvokeFunction"],
        resources: ticks.map(({ target }) => target.functionArn),
      }),
    );
    for (const { name, description, every, target } of ticks) {
      new scheduler.Schedule(this, name, {
        scheduleName: name,
        scheduleGroup,
        description,
        schedule: scheduler.ScheduleExpression.rate(every),
        // CDK's own target would let the role invoke every version of the function.
        target: {
          bind: () => ({
            arn: target.functionArn,
            role,
            input: scheduler.ScheduleTargetInput.fromObject({
              time: scheduler.ContextAttribute.scheduledTime,
            }),
            // Later ticks do the work of a missed one.
            retryPolicy: {
              maximumRetryAttempts: 3,
              maximumEventAgeInSeconds: Math.max(every.toSeconds() * 2, Duration.minutes(10).toSeconds()),
            },
            deadLetterConfig: { arn: deadLetters.queueArn },
          }),
        },
      });
    }
  }
}
