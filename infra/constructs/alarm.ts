import {
  Alarm,
  type AlarmBase,
  AlarmRule,
  AlarmState,
  CfnCompositeAlarm,
  ComparisonOperator,
  CompositeAlarm,
  type IMetric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { type Duration, Stack } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { pinLogicalId } from "./acknowledge.ts";

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
  /** Notified when the alarm begins and ends. Absent if it is only shown, or only rolls a deployment back. */
  topic?: Topic;
  metric: IMetric;
  threshold: number;
  description: string;
  /** The console page that shows the cause; appended to the description, which mails contain. */
  link: string;
  periods?: number;
  /** The number of periods that must reach the threshold; all by default. */
  breaching?: number;
  /** If true, missing data sets the alarm off. */
  whenMissing?: boolean;
};

/** CloudFormation names the alarm by its id: a fixed name would collide with itself when the code is moved. */
export function createAlarm(scope: Construct, id: string, props: AlarmProps): Alarm {
  const { whenMissing = false, topic } = props;
  const alarm = new Alarm(scope, id, {
    alarmDescription: describe(id, props),
    metric: props.metric,
    threshold: props.threshold,
    evaluationPeriods: props.periods ?? 1,
    ...(props.breaching && { datapointsToAlarm: props.breaching }),
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: whenMissing ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
  });
  pinLogicalId(alarm, alarmId(id));
  if (topic) notify(topic, alarm);
  return alarm;
}

type Window = Pick<AlarmProps, "threshold" | "whenMissing"> & {
  /** The percentage of the service that failed in a period. */
  lost: (period: Duration) => IMetric;
  long: Duration;
  short: Duration;
};

/**
 * Goes off while the threshold is reached over both a long window, which ignores blips, and a short one, which ends the
 * alarm soon after the cause. Any of several pairs of windows sets it off.
 */
export function createBurnRateAlarm(
  scope: Construct,
  id: string,
  {
    topic,
    windows,
    ...props
  }: Pick<AlarmProps, "description" | "link"> & { topic: Topic; windows: Window[] },
): CompositeAlarm {
  const pairs = windows.map(({ lost, long, short, ...window }) => {
    const alarms = [long, short].map((period) => {
      const description = `A window of ${id}, which sends the mails`;
      const part = { ...window, metric: lost(period), description, link: props.link };
      return createAlarm(scope, `${id}-${period.toMinutes()}-minutes`, part);
    });
    return AlarmRule.allOf(...alarms.map((alarm) => AlarmRule.fromAlarm(alarm, AlarmState.ALARM)));
  });
  const alarm = new CompositeAlarm(scope, id, {
    alarmDescription: describe(id, props),
    alarmRule: AlarmRule.anyOf(...pairs),
  });
  const resource = alarm.node.defaultChild;
  if (resource instanceof CfnCompositeAlarm) resource.addPropertyDeletionOverride("AlarmName");
  pinLogicalId(alarm, burnRateId(id));
  notify(topic, alarm);
  return alarm;
}

const describe = (id: string, { description, link }: Pick<AlarmProps, "description" | "link">): string =>
  `${id}: ${description}. ${link}`;

function notify(topic: Topic, alarm: AlarmBase): void {
  alarm.addAlarmAction(new SnsAction(topic));
  alarm.addOkAction(new SnsAction(topic));
}

/** Differs from the id that an earlier release gave a plain alarm: CloudFormation cannot change a resource's type. */
export const burnRateId = (id: string): string => alarmId(`${id}-burn-rate`);

/** "api-5xx" is Api5xxAlarm. */
export const alarmId = (id: string): string =>
  `${id.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase())}Alarm`;
