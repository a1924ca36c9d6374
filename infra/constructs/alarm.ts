import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Stack } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "../config.ts";

export function createOperatorTopic(scope: Construct, topicName: string, { alarmEmail }: Stage): Topic {
  const topic = new Topic(scope, "Topic", { topicName, enforceSSL: true });
  if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
  return topic;
}

export function createAlarmTopic(scope: Construct, topicName: string, stage: Stage): Topic {
  const topic = createOperatorTopic(scope, topicName, stage);
  allowPublishing(topic, "cloudwatch.amazonaws.com");
  return topic;
}

export function allowPublishing(topic: Topic, service: string): void {
  topic.grantPublish(
    new ServicePrincipal(service, {
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(topic).account } },
    }),
  );
}

export type AlarmProps = {
  stage: string;
  /** None where the alarm only rolls a deployment back, which says so itself. */
  topic?: Topic;
  metric: IMetric;
  threshold: number;
  description: string;
  /** The page of the console that shows the cause; it ends the description, which a mail carries whole. */
  link: string;
  periods?: number;
  /** True where the alarm goes off when the metric stays below the threshold or is not measured at all. */
  whenMissing?: boolean;
};

export function createAlarm(scope: Construct, id: string, props: AlarmProps): Alarm {
  const { whenMissing = false } = props;
  const alarm = new Alarm(scope, id, {
    alarmName: `coffer-${props.stage}-${id}`,
    alarmDescription: `${props.description}. ${props.link}`,
    metric: props.metric,
    threshold: props.threshold,
    evaluationPeriods: props.periods ?? 1,
    comparisonOperator: whenMissing
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: whenMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  if (props.topic) alarm.addAlarmAction(new SnsAction(props.topic));
  return alarm;
}
