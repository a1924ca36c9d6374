import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { type Alarm, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { type AlarmProps, allowPublishing, createAlarm, createAlarmTopic } from "./alarm.ts";
import { FIVE_MINUTES, MAXIMUM, ownMetric, reputation, SUM, throttles } from "./metrics.ts";
import type { Tick } from "./schedules.ts";

/** All versions of a function together. */
type Watched = { function: IFunction };

type AlarmsProps = {
  stage: Stage;
  functions: { outbox: Watched; "bulk-mail": Watched } & Record<string, Watched>;
  ticks: readonly Pick<Tick, "name" | "every">[];
  api: HttpApi;
  table: ITable;
  deadLetters: IQueue;
  digestQueue: IQueue;
};

/** A morning's summaries take their time; mail that somebody waits for must not. */
const STREAM_WAITS = { outbox: Duration.minutes(5), "bulk-mail": Duration.minutes(30) };

/** Alarms to one topic; docs/operations.md says for each what it means and what to do. */
export class Alarms extends Construct {
  /** The alarms that roll a new version of a function back, by the function's name. */
  readonly rollingBack: Record<string, Alarm[]> = {};
  readonly #alarm: (id: string, props: Omit<AlarmProps, "stage" | "topic">) => Alarm;

  constructor(scope: Construct, id: string, { stage, functions, ...props }: AlarmsProps) {
    super(scope, id);
    const topic = createAlarmTopic(this, `coffer-${stage.name}-alarms`, stage);
    this.#alarm = (id, rest) => createAlarm(this, id, { stage: stage.name, topic, ...rest });

    for (const [name, watched] of Object.entries(functions)) this.#functionAlarms(name, watched.function);
    for (const { name, every } of props.ticks) this.#missingTick(name, every, functions[name]?.function);
    this.#apiAlarms(props.api);
    for (const lane of ["outbox", "bulk-mail"] as const)
      this.#alarm(`${lane}-iterator-age`, {
        metric: functions[lane].function.metric("IteratorAge", MAXIMUM),
        threshold: STREAM_WAITS[lane].toMilliseconds(),
        description: `New mail waits longer than ${STREAM_WAITS[lane].toMinutes()} minutes for ${lane} in the table's stream`,
      });
    this.#mailAlarms(functions.outbox.function);
    this.#alarm("table-throttles", {
      metric: throttles(props.table),
      threshold: 10,
      description: "The table or an index turned away at least ten requests in five minutes",
    });
    this.#alarm("dead-letters", {
      metric: props.deadLetters.metricApproximateNumberOfMessagesVisible(MAXIMUM),
      threshold: 1,
      description: "An event failed for good and waits in the dead-letter queue",
    });
    // What nobody takes out of the queue for a day is deleted, and is no dead letter.
    this.#alarm("digest-pages-age", {
      metric: props.digestQueue.metricApproximateAgeOfOldestMessage(MAXIMUM),
      threshold: Duration.minutes(30).toSeconds(),
      description: "People whose summary is due have waited for half an hour in the queue",
    });
    if (stage.monthlyBudget) this.#budget(stage.name, stage.monthlyBudget, topic);
  }

  #functionAlarms(name: string, target: IFunction): void {
    const errors = this.#alarm(`${name}-errors`, {
      metric: target.metricErrors({ period: Duration.minutes(1) }),
      threshold: 1,
      description: `The function ${name} failed`,
    });
    this.#alarm(`${name}-throttles`, {
      metric: target.metricThrottles({ period: FIVE_MINUTES }),
      threshold: 1,
      description: `The function ${name} was throttled`,
    });
    this.rollingBack[name] = [errors];
  }

  #missingTick(name: string, every: Duration, target: IFunction | undefined): void {
    if (!target) throw new Error(`The tick ${name} has no function of its name`);
    this.#alarm(`${name}-missing-tick`, {
      metric: target.metricInvocations({ period: every }),
      threshold: 1,
      description: `The function ${name} has missed three ticks`,
      periods: 3,
      whenMissing: true,
    });
  }

  #apiAlarms(api: HttpApi): void {
    const serverErrors = this.#alarm("api-5xx", {
      metric: api.metricServerError(SUM),
      threshold: 5,
      description: "The API answered with 5xx at least five times in five minutes",
    });
    this.rollingBack.api?.push(serverErrors);
    this.#alarm("api-latency", {
      metric: api.metricLatency({ period: FIVE_MINUTES, statistic: Stats.percentile(99) }),
      threshold: 2_000,
      description: "One answer in a hundred took longer than two seconds, for a quarter of an hour",
      periods: 3,
    });
  }

  #mailAlarms(outbox: IFunction): void {
    this.#alarm("account-mail-age", {
      metric: ownMetric(outbox, "oldestAccountMailSeconds", MAXIMUM),
      threshold: Duration.minutes(10).toSeconds(),
      description: "A mail about somebody's account has been due for ten minutes",
    });
    // SES reviews an account at 5 % and 0.1 %.
    this.#alarm("mail-bounces", {
      metric: reputation("BounceRate"),
      threshold: 0.03,
      description: "More than 3 % of the mail bounces",
    });
    this.#alarm("mail-complaints", {
      metric: reputation("ComplaintRate"),
      threshold: 0.0005,
      description: "More than 0.05 % of the mail is called spam",
    });
  }

  #budget(stage: string, amount: number, topic: Topic): void {
    allowPublishing(topic, "budgets.amazonaws.com");
    const at = (threshold: number) => ({
      notification: {
        notificationType: "ACTUAL",
        comparisonOperator: "GREATER_THAN",
        threshold,
        thresholdType: "PERCENTAGE",
      },
      subscribers: [{ subscriptionType: "SNS", address: topic.topicArn }],
    });
    const budget = new CfnBudget(this, "Budget", {
      budget: {
        budgetName: `coffer-${stage}`,
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount, unit: "USD" },
      },
      notificationsWithSubscribers: [at(80), at(100)],
    });
    // A budget tries its topic when it is created, so the topic's policy has to be there.
    budget.node.addDependency(topic);
  }
}
