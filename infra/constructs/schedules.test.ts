import { Match } from "aws-cdk-lib/assertions";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Duration } from "aws-cdk-lib/core";
import { test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { createDeadLetters } from "./queues.ts";
import { Schedules } from "./schedules.ts";

const functionArn = "arn:aws:lambda:eu-west-1:123456789012:function:digests";
const template = templateOf((stack) => {
  const target = LambdaFunction.fromFunctionArn(stack, "Digests", functionArn);
  const ticks = [{ name: "digests", description: "Summaries", every: Duration.minutes(5), target }];
  new Schedules(stack, "Schedules", { ticks, deadLetters: createDeadLetters(stack, "dev") });
});

test("an event becomes a dead letter after three retries", () => {
  template.hasResourceProperties("AWS::Scheduler::Schedule", {
    ScheduleExpression: "rate(5 minutes)",
    FlexibleTimeWindow: { Mode: "OFF" },
    State: "ENABLED",
    Target: Match.objectLike({
      Arn: functionArn,
      Input: '{"time":"<aws.scheduler.scheduled-time>"}',
      RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 },
      DeadLetterConfig: { Arn: Match.anyValue() },
    }),
  });
});

test("the scheduler may only invoke these functions and write dead letters", () => {
  template.hasResourceProperties("AWS::IAM::Policy", {
    PolicyDocument: Match.objectLike({
      Statement: [
        {
          Effect: "Allow",
          Action: ["sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:SendMessage"],
          Resource: { "Fn::GetAtt": [Match.stringLikeRegexp("^DeadLetters"), "Arn"] },
        },
        { Effect: "Allow", Action: "lambda:InvokeFunction", Resource: functionArn },
      ],
    }),
  });
});

test("only this stage's schedules may use the scheduler's role", () => {
  template.hasResourceProperties("AWS::IAM::Role", {
    AssumeRolePolicyDocument: Match.objectLike({
      Statement: [
        Match.objectLike({
          Principal: { Service: "scheduler.amazonaws.com" },
          Condition: {
            StringEquals: {
              "aws:SourceAccount": { Ref: "AWS::AccountId" },
              "aws:SourceArn": { "Fn::GetAtt": [Match.stringLikeRegexp("^SchedulesGroup"), "Arn"] },
            },
          },
        }),
      ],
    }),
  });
});

test("the dead-letter queue is encrypted, requires TLS and keeps messages for two weeks", () => {
  template.hasResourceProperties("AWS::SQS::Queue", {
    SqsManagedSseEnabled: true,
    MessageRetentionPeriod: 1_209_600,
  });
  template.hasResourceProperties("AWS::SQS::QueuePolicy", {
    PolicyDocument: Match.objectLike({
      Statement: [
        Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
      ],
    }),
  });
});
