import { METRICS_NAMESPACE } from "@coffer/functions/metrics";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { type Alarm, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, type ILogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import type { Stage } from "../config.ts";
import { type AlarmProps, allowPublishing, createAlarm, createAlarmTopic } from "./alarm.ts";
import { accessLogName } from "./api.ts";
import { CAUSES, logsLink, queueLink, sesLink } from "./console.ts";
import {
  FIVE_MINUTES,
  givenUpPercent,
  MAXIMUM,
  metric,
  ownMetric,
  reputation,
  SUM,
  throttles,
} from "./metrics.ts";
import type { Tick } from "./schedules.ts";

type Watched = { function: IFunction };

type AlarmsProps = {
  stage: Stage;
  functions: Record<"api" | "outbox" | "bulk-mail", Watched> & Record<string, Watched>;
  ticks: readonly Pick<Tick, "name" | "every">[];
  api: HttpApi;
  accessLog: ILogGroup;
  table: ITable;
  deadLetters: IQueue;
  digestQueue: IQueue;
  subscriptionQueue: IQueue;
};

/** A morning's summaries take their time; mail that somebody waits for must not. */
const STREAM_WAITS = { outbox: Duration.minutes(5), "bulk-mail": Duration.hours(12) };

/** docs/operations.md says for each what it means and what to do. */
export class Alarms extends Construct {
  readonly #alarm: (id: string, props: Omit<AlarmProps, "stage" | "topic">) => Alarm;
  readonly #logs: (functions: string[], query: string) => string;

  constructor(scope: Construct, id: string, { stage, functions, ...props }: AlarmsProps) {
    super(scope, id);
    const topic = createAlarmTopic(this, `coffer-${stage.name}-alarms`, stage);
    this.#alarm = (id, rest) => createAlarm(this, id, { stage: stage.name, topic, ...rest });
    const stack = Stack.of(this);
    this.#logs = (names, query) =>
      logsLink(
        stack,
        names.map((name) => `/coffer/${stage.name}/${name}`),
        query,
      );

    for (const [name, watched] of Object.entries(functions)) this.#functionAlarms(name, watched.function);
    for (const { name, every } of props.ticks) this.#missingTick(name, every, functions[name]?.function);
    this.#apiAlarms(stage.name, props.api, props.accessLog);
    for (const lane of ["outbox", "bulk-mail"] as const)
      this.#alarm(`${lane}-iterator-age`, {
        metric: functions[lane].function.metric("IteratorAge", MAXIMUM),
        threshold: STREAM_WAITS[lane].toMilliseconds(),
        description: `New mail waits longer than ${STREAM_WAITS[lane].toMinutes()} minutes for ${lane} in the table's stream`,
        link: this.#logs([lane], CAUSES.refusedMail),
      });
    this.#mailAlarms(functions.outbox.function, functions["bulk-mail"].function);
    this.#alarm("table-throttles", {
      metric: throttles(props.table),
      threshold: 10,
      description: "The table or an index turned away at least ten requests in five minutes",
      link: this.#logs(["api"], CAUSES.busiest),
    });
    this.#alarm("dead-letters", {
      metric: props.deadLetters.metricApproximateNumberOfMessagesVisible(MAXIMUM),
      threshold: 1,
      description: "An event failed for good and waits in the dead-letter queue",
      link: queueLink(stack),
    });
    // What nobody takes out of the queue for a day is deleted, and is no dead letter.
    this.#alarm("digest-pages-age", {
      metric: props.digestQueue.metricApproximateAgeOfOldestMessage(MAXIMUM),
      threshold: Duration.minutes(30).toSeconds(),
      description: "People whose summary is due have waited for half an hour in the queue",
      link: this.#logs(["digests", "bulk-mail"], CAUSES.errors),
    });
    this.#alarm("subscription-pages-age", {
      metric: props.subscriptionQueue.metricApproximateAgeOfOldestMessage(MAXIMUM),
      threshold: Duration.hours(12).toSeconds(),
      description: "Due payments or daily notices have waited for half a day in the queue",
      link: this.#logs(["subscriptions"], CAUSES.errors),
    });
    if (stage.bedrockModelId)
      this.#alarm("model-failures", {
        // A thousand people ask for eleven tips in an hour.
        metric: ownMetric(functions.api.function, "modelFailures", { ...SUM, period: Duration.hours(1) }),
        threshold: 5,
        description: "The model failed five times in an hour; templates word the tips meanwhile",
        link: this.#logs(["api"], CAUSES.model),
      });
    if (stage.monthlyBudget) this.#budget(stage.monthlyBudget, topic);
  }

  #functionAlarms(name: string, target: IFunction): void {
    const link = this.#logs([name], CAUSES.errors);
    this.#alarm(`${name}-errors`, {
      metric: target.metricErrors({ period: Duration.minutes(1) }),
      threshold: 1,
      description: `The function ${name} failed`,
      link,
    });
    this.#alarm(`${name}-throttles`, {
      metric: target.metricThrottles({ period: FIVE_MINUTES }),
      threshold: 1,
      description: `The function ${name} was throttled`,
      link,
    });
  }

  #missingTick(name: string, every: Duration, target: IFunction | undefined): void {
    if (!target) throw new Error(`The tick ${name} has no function of its name`);
    this.#alarm(`${name}-missing-tick`, {
      metric: target.metricInvocations({ period: every }),
      threshold: 1,
      description: `The function ${name} has missed three ticks`,
      periods: 3,
      whenMissing: true,
      link: this.#logs([name], CAUSES.errors),
    });
  }

  #apiAlarms(stage: string, api: HttpApi, accessLog: ILogGroup): void {
    this.#alarm("api-5xx", {
      metric: api.metricServerError(SUM),
      threshold: 5,
      description: "The API answered with 5xx at least five times in five minutes",
      link: this.#logs(["api"], CAUSES.serverErrors),
    });
    this.#alarm("api-latency", {
      metric: api.metricLatency({ period: FIVE_MINUTES, statistic: Stats.percentile(99) }),
      threshold: 2_000,
      description: "One answer in a hundred took longer than two seconds, for a quarter of an hour",
      periods: 3,
      link: this.#logs(["api"], CAUSES.slow),
    });
    // From the access log, which also has what API Gateway turned away before the function.
    const [metricNamespace, metricName] = [`${METRICS_NAMESPACE}/${stage}`, "turnedAway"];
    new MetricFilter(this, "TurnedAway", {
      logGroup: accessLog,
      filterPattern: FilterPattern.stringValue("$.status", "=", "429"),
      metricNamespace,
      metricName,
    });
    this.#alarm("api-429", {
      metric: metric(metricNamespace, metricName),
      threshold: 100,
      description: "The API turned away a hundred calls in five minutes with 429",
      link: logsLink(Stack.of(this), [`/coffer/${stage}/api`, accessLogName(stage)], CAUSES.turnedAway),
    });
  }

  #mailAlarms(outbox: IFunction, bulkMail: IFunction): void {
    const refused = this.#logs(["outbox"], CAUSES.refusedMail);
    this.#alarm("account-mail-age", {
      metric: ownMetric(outbox, "oldestAccountMailSeconds", MAXIMUM),
      threshold: Duration.minutes(10).toSeconds(),
      description: "A mail about somebody's account has been waiting for ten minutes",
      link: refused,
    });
    this.#alarm("held-mail", {
      metric: ownMetric(outbox, "heldMail", SUM),
      threshold: 1,
      description: "Links and invitations wait: too many leave to unproven addresses, or too many come back",
      link: this.#logs(["outbox", "bulk-mail"], CAUSES.heldMail),
    });
    this.#alarm("given-up-mail", {
      metric: givenUpPercent(outbox, bulkMail),
      threshold: 5,
      description: "More than 5 % of an hour's mail was given up, and three mails at least",
      link: refused,
    });
    this.#alarm("bulk-mail-quota", {
      metric: ownMetric(bulkMail, "bulkQuotaPercent", MAXIMUM),
      threshold: 100,
      description: "Summaries and announcements have used 90 % of SES's daily quota; the rest of them waits",
      link: sesLink(Stack.of(this)),
    });
    // SES reviews an account at 5 % and 0.1 %.
    const link = sesLink(Stack.of(this));
    this.#alarm("mail-bounces", {
      metric: reputation("BounceRate"),
      threshold: 0.03,
      description: "More than 3 % of the mail bounces",
      link,
    });
    this.#alarm("mail-complaints", {
      metric: reputation("ComplaintRate"),
      threshold: 0.0005,
      description: "More than 0.05 % of the mail is called spam",
      link,
    });
  }

  #budget(amount: number, topic: Topic): void {
    allowPublishing(topic, "budgets.amazonaws.com");
    const at = (threshold: number, notificationType = "ACTUAL") => ({
      notification: {
        notificationType,
        comparisonOperator: "GREATER_THAN",
        threshold,
        thresholdType: "PERCENTAGE",
      },
      subscribers: [{ subscriptionType: "SNS", address: topic.topicArn }],
    });
    const budget = new CfnBudget(this, "Budget", {
      // Without a name, which would be the account's: the same stage may exist in two regions.
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount, unit: "USD" },
      },
      notificationsWithSubscribers: [at(80), at(100), at(100, "FORECASTED")],
    });
    // A budget tries its topic when it is created, so the topic's policy has to be there.
    budget.node.addDependency(topic);
  }
}
