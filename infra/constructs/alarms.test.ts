import { Match } from "aws-cdk-lib/assertions";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { Alarms } from "./alarms.ts";
import { createDeadLetters } from "./dead-letters.ts";

const alarmsOf = (context: Record<string, unknown> = {}) =>
  templateOf((stack, stage) => {
    const arn = "arn:aws:lambda:eu-west-1:123456789012:function:api";
    const watched = {
      functions: { api: LambdaFunction.fromFunctionArn(stack, "Api", arn) },
      deadLetters: createDeadLetters(stack, stage.name),
      serverErrors: new Metric({ namespace: "AWS/ApiGateway", metricName: "5xx" }),
    };
    new Alarms(stack, "Alarms", { stage, watched });
  }, context);
const template = alarmsOf({ alarmEmail: "ops@example.com" });

test("everything that can go wrong has an alarm, and every alarm tells the topic", () => {
  const alarms = Object.values(template.findResources("AWS::CloudWatch::Alarm"));
  expect(alarms.map(({ Properties }) => Properties.AlarmName)).toEqual([
    "coffer-dev-api-errors",
    "coffer-dev-api-throttles",
    "coffer-dev-dead-letters",
    "coffer-dev-api-5xx",
    "coffer-dev-mail-bounces",
    "coffer-dev-mail-complaints",
  ]);
  template.allResourcesProperties("AWS::CloudWatch::Alarm", {
    AlarmActions: [{ Ref: Match.stringLikeRegexp("^AlarmsTopic") }],
    AlarmDescription: Match.anyValue(),
    TreatMissingData: "notBreaching",
  });
});

test("the topic mails to the address of the stage, where it has one", () => {
  template.hasResourceProperties("AWS::SNS::Subscription", {
    Protocol: "email",
    Endpoint: "ops@example.com",
  });
  alarmsOf().resourceCountIs("AWS::SNS::Subscription", 0);
});

test("what it costs is watched, where the stage has a budget", () => {
  template.hasResourceProperties("AWS::Budgets::Budget", {
    Budget: Match.objectLike({ BudgetLimit: { Amount: 25, Unit: "USD" }, TimeUnit: "MONTHLY" }),
    NotificationsWithSubscribers: [80, 100].map((Threshold) => ({
      Notification: Match.objectLike({ Threshold }),
      Subscribers: [{ SubscriptionType: "SNS", Address: { Ref: Match.stringLikeRegexp("^AlarmsTopic") } }],
    })),
  });
  alarmsOf({ monthlyBudget: "null" }).resourceCountIs("AWS::Budgets::Budget", 0);
});
