import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Stack } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { pinLogicalId } from "./logical-id.ts";

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
  /** Told of the alarm and of its end; none where it is only seen, or only rolls a deployment back. */
  topic?: Topic;
  metric: IMetric;
  threshold: number;
  description: string;
  /** The page of the console that shows the cause; it ends the description, which a mail carries whole. */
  link: string;
  periods?: number;
  /** Of the periods, how many have to be over the threshold; all where it is left out. */
  breaching?: number;
  /** True where the alarm goes off when the metric stays below the threshold or is not measured at all. */
  whenMissing?: boolean;
};

/** Without a fixed name, so that moving it in the code cannot collide with itself; its id is part of the one it gets. */
export function createAlarm(scope: Construct, id: string, props: AlarmProps): Alarm {
  const { whenMissing = false, topic } = props;
  const alarm = new Alarm(scope, id, {
    alarmDescription: `${id}: ${props.description}. ${props.link}`,
    metric: props.metric,
    threshold: props.threshold,
    evaluationPeriods: props.periods ?? 1,
    ...(props.breaching && { datapointsToAlarm: props.breaching }),
    comparisonOperator: whenMissing
      ? ComparisonOperator.LESS_THAN_THRESHOLD
      : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: whenMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  pinLogicalId(alarm, alarmId(id));
  if (topic) {
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
  return alarm;
}

/** "api-5xx" is Api5xxAlarm. */
export const alarmId = (id: string): string =>
  `${id.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Alarm`;
