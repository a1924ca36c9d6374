import { METRICS_NAMESPACE } from "@coffer/functions/metrics";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { type AlarmBase, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, type ILogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { type Stage, topicNames } from "../config.ts";
import {
  type AlarmProps,
  allowPublishing,
  createAlarm,
  createAlarmTopic,
  createBurnRateAlarm,
} from "./alarm.ts";
import { accessLogName } from "./api.ts";
import { CAUSES, logsLink, queueLink, sesLink } from "./console.ts";
import {
  FIVE_MINUTES,
  givenUpPercent,
  increaseOf,
  MAXIMUM,
  metric,
  ownMetric,
  percentLate,
  percentMissed,
  percentOf,
  reputation,
  SUM,
  throttles,
} from "./metrics.ts";
import type { Tick } from "./schedules.ts";

type Watched = { function: IFunction; logGroup: ILogGroup };

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

const [QUARTER, HOUR] = [Duration.minutes(15), Duration.hours(1)];
/**
 * Jobs of a schedule share a metric. The windows are so long that one dead job misses more runs than all jobs can seem to
 * miss by ending some seconds later than usual.
 */
const TICKS = [
  { every: FIVE_MINUTES, counted: "fiveMinuteTicks", long: HOUR, short: QUARTER, threshold: 10 },
  { every: HOUR, counted: "hourlyTicks", long: Duration.hours(6), short: Duration.hours(3), threshold: 25 },
];

/** Account mail is waited for; a morning's summaries may take hours. */
const STREAM_WAITS = { outbox: Duration.minutes(5), "bulk-mail": Duration.hours(12) };

/**
 * Failures that people notice are mailed; the dashboard shows the rest. docs/operations.md has a line for each alarm.
 */
export class Alarms extends Construct {
  readonly all: AlarmBase[] = [];
  readonly #stage: string;
  readonly #topic: Topic;
  readonly #accessLog: ILogGroup;

  constructor(scope: Construct, id: string, { stage, functions, ...props }: AlarmsProps) {
    super(scope, id);
    this.#stage = stage.name;
    this.#topic = createAlarmTopic(this, topicNames(stage.name, Stack.of(this).region).app, stage);
    this.#accessLog = props.accessLog;
    this.#serviceLevels(functions, props);
    this.#apiAlarms(props.api);
    this.#pageAlarm(functions.api.logGroup, props.api);
    this.#mailAlarms(functions.outbox, functions["bulk-mail"].function);
    this.#workAlarms(functions, props);
    if (stage.bedrockModelId)
      this.#watch("model-failures", {
        // A thousand users request eleven tips in an hour.
        metric: ownMetric(functions.api.function, "modelFailures", { ...SUM, period: HOUR }),
        threshold: 5,
        description: "The model failed five times in an hour; until it answers, tips come from templates",
        link: this.#logs(["api"], CAUSES.model),
      });
    if (stage.monthlyBudget) this.#budget(stage.monthlyBudget, this.#topic);
  }

  #page(id: string, props: Omit<AlarmProps, "topic">): void {
    this.all.push(createAlarm(this, id, { ...props, topic: this.#topic }));
  }

  #watch(id: string, props: Omit<AlarmProps, "topic">): void {
    this.all.push(createAlarm(this, id, props));
  }

  #logs(names: string[], query: string): string {
    return logsLink(
      Stack.of(this),
      names.map((name) => `/coffer/${this.#stage}/${name}`),
      query,
    );
  }

  #burns(id: string, props: Omit<Parameters<typeof createBurnRateAlarm>[2], "topic">): void {
    this.all.push(createBurnRateAlarm(this, id, { ...props, topic: this.#topic }));
  }

  #serviceLevels(functions: AlarmsProps["functions"], { ticks }: Pick<AlarmsProps, "ticks">): void {
    const overAnHour = { long: HOUR, short: QUARTER };
    const check = functions["sign-in-check"]?.function;
    if (check)
      this.#burns("sign-in", {
        // Two of an hour's twelve checks.
        windows: [
          {
            ...overAnHour,
            lost: (period) =>
              percentOf("failed checks", check.metricErrors(), check.metricInvocations(), period, 1),
            threshold: 15,
          },
        ],
        description: "Two checks of signing in failed within an hour, one of them among the last three",
        link: this.#logs(["sign-in-check"], CAUSES.errors),
      });
    const isWrite = '$.method != "GET"';
    const writes = this.#counted("writes", `{ ${isWrite} }`);
    const failed = this.#counted("failedWrites", `{ ${isWrite} && $.status = 5* }`);
    this.#burns("writes-failing", {
      // Uses up a fiftieth of the month's error budget (0.1 % of its writes) in an hour.
      windows: [
        {
          ...overAnHour,
          lost: (period) => percentOf("failed writes", failed, writes, period, period === HOUR ? 5 : 1),
          threshold: 1.44,
        },
      ],
      description: "1.44 % of an hour's writes failed, five at least, and writes still fail",
      link: this.#logs(["api"], CAUSES.serverErrors),
    });
    this.#burns("jobs-missed", {
      windows: TICKS.map(({ every, counted, ...window }) => {
        const jobs = ticks.filter((tick) => tick.every.toSeconds() === every.toSeconds());
        for (const { name } of jobs) {
          if (!functions[name]) throw new Error(`The tick ${name} has no function of its name`);
          this.#count(`ticks-${name}`, counted, '{ $.message = "tick ended" }', functions[name].logGroup);
        }
        const ended = metric(this.#namespace, counted);
        return {
          ...window,
          lost: (period: Duration) =>
            percentMissed(ended, (jobs.length * period.toSeconds()) / every.toSeconds(), period),
          whenMissing: true,
        };
      }),
      description: `Too few runs of ${ticks.map(({ name }) => name).join(", ")} have ended`,
      link: this.#logs(
        ticks.map(({ name }) => name),
        CAUSES.jobs,
      ),
    });
  }

  /** Counts policy violations of the product's own files only: browser extensions violate it on every page. */
  #pageAlarm(logGroup: ILogGroup, api: HttpApi): void {
    const errors = this.#counted(
      "pageErrors",
      '{ $.message = "page error" || ($.message = "policy violation" && $.file != "other") }',
      logGroup,
    );
    this.#watch("page-errors", {
      // A visit makes about twelve calls, so one visit in eight reports an error.
      metric: percentOf("calls that report an error of the page", errors, api.metricCount(SUM), HOUR),
      threshold: 1,
      description: "1 % of an hour's API calls reported errors of pages, five at least",
      link: this.#logs(["api"], CAUSES.pages),
    });
  }

  /** From the access log by default, which also has the calls that API Gateway answered without the function. */
  #counted(metricName: string, pattern: string, logGroup = this.#accessLog) {
    this.#count(metricName, metricName, pattern, logGroup);
    return metric(this.#namespace, metricName);
  }

  get #namespace() {
    return `${METRICS_NAMESPACE}/${this.#stage}`;
  }

  #count(id: string, metricName: string, pattern: string, logGroup: ILogGroup): void {
    new MetricFilter(this, id, {
      logGroup,
      filterPattern: FilterPattern.literal(pattern),
      metricNamespace: this.#namespace,
      metricName,
    });
  }

  #apiAlarms(api: HttpApi): void {
    this.#watch("api-5xx", {
      metric: percentOf("answers with 5xx", api.metricServerError(SUM), api.metricCount(SUM), FIVE_MINUTES),
      threshold: 1,
      description: "1 % of the API's answers in five minutes are 5xx, five at least",
      link: this.#logs(["api"], CAUSES.serverErrors),
    });
    this.#watch("api-latency", {
      metric: api.metricLatency({ period: FIVE_MINUTES, statistic: Stats.percentile(99) }),
      threshold: 2_000,
      description: "One answer in a hundred took longer than two seconds, for a quarter of an hour",
      periods: 3,
      link: this.#logs(["api"], CAUSES.slow),
    });
    this.#watch("api-429", {
      metric: this.#counted("turnedAway", '{ $.status = "429" }'),
      threshold: 100,
      description: "The API answered a hundred calls in five minutes with 429",
      link: logsLink(
        Stack.of(this),
        [`/coffer/${this.#stage}/api`, accessLogName(this.#stage)],
        CAUSES.turnedAway,
      ),
    });
  }

  #mailAlarms({ function: outbox, logGroup }: Watched, bulkMail: IFunction): void {
    const refused = this.#logs(["outbox"], CAUSES.refusedMail);
    const link = sesLink(Stack.of(this));
    const late = ownMetric(outbox, "lateAccountMail", MAXIMUM);
    const sent = this.#counted("sentAccountMail", '{ $.message = "mail sent" }', logGroup);
    this.#burns("account-mail-age", {
      windows: [
        { lost: (period) => percentLate(late, sent, period), long: HOUR, short: QUARTER, threshold: 5 },
      ],
      description: "5 % of an hour's account mail has waited for five minutes, and some still waits",
      link: refused,
    });
    this.#page("given-up-mail", {
      metric: givenUpPercent(outbox, bulkMail),
      threshold: 5,
      description: "More than 5 % of an hour's mail was given up, three mails at least",
      link: refused,
    });
    // SES reviews an account at 5 % and 0.1 %.
    this.#page("mail-bounces", {
      metric: reputation("BounceRate"),
      threshold: 0.03,
      description: "More than 3 % of the mail bounces",
      link,
    });
    this.#page("mail-complaints", {
      metric: reputation("ComplaintRate"),
      threshold: 0.0005,
      description: "More than 0.05 % of the mail is reported as spam",
      link,
    });
    this.#watch("held-mail", {
      metric: ownMetric(outbox, "heldMail", SUM),
      threshold: 1,
      description: "Links and invitations wait: too many go to unverified addresses, or too many bounce",
      link: this.#logs(["outbox", "bulk-mail"], CAUSES.heldMail),
    });
    this.#watch("bulk-mail-quota", {
      metric: ownMetric(bulkMail, "bulkQuotaPercent", MAXIMUM),
      threshold: 100,
      description: "90 % of SES's daily quota is used; further summaries and announcements wait",
      link,
    });
  }

  #workAlarms(functions: AlarmsProps["functions"], props: Omit<AlarmsProps, "stage" | "functions">): void {
    const names = Object.keys(functions);
    this.#page("dead-letters", {
      metric: increaseOf(props.deadLetters.metricApproximateNumberOfMessagesVisible(MAXIMUM)),
      threshold: 1,
      description: "An event failed for good and went to the dead-letter queue",
      link: queueLink(Stack.of(this)),
    });
    // Of the whole account, which the stage has for itself.
    const ofAll = (name: string) => metric("AWS/Lambda", name);
    this.#watch("function-errors", {
      metric: percentOf("failed invocations", ofAll("Errors"), ofAll("Invocations"), FIVE_MINUTES),
      threshold: 5,
      description: "5 % of the functions' runs in five minutes failed, five at least",
      link: this.#logs(names, CAUSES.errors),
    });
    this.#watch("function-throttles", {
      metric: ofAll("Throttles"),
      threshold: 10,
      description: "Functions were throttled ten times in five minutes",
      link: this.#logs(names, CAUSES.errors),
    });
    for (const lane of ["outbox", "bulk-mail"] as const)
      this.#watch(`${lane}-iterator-age`, {
        metric: functions[lane].function.metric("IteratorAge", MAXIMUM),
        threshold: STREAM_WAITS[lane].toMilliseconds(),
        description: `New mail waits longer than ${STREAM_WAITS[lane].toMinutes()} minutes for ${lane} in the table's stream`,
        link: this.#logs([lane], CAUSES.refusedMail),
      });
    this.#watch("table-throttles", {
      metric: throttles(props.table),
      threshold: 10,
      description: "The table or an index throttled at least ten requests in five minutes",
      link: this.#logs(["api"], CAUSES.busiest),
    });
    // Messages that stay in the queue for a day are deleted without becoming dead letters.
    this.#watch("digest-pages-age", {
      metric: props.digestQueue.metricApproximateAgeOfOldestMessage(MAXIMUM),
      threshold: Duration.minutes(30).toSeconds(),
      description: "Due summaries have waited for half an hour in the queue",
      link: this.#logs(["digests", "bulk-mail"], CAUSES.errors),
    });
    this.#watch("subscription-pages-age", {
      metric: props.subscriptionQueue.metricApproximateAgeOfOldestMessage(MAXIMUM),
      threshold: Duration.hours(12).toSeconds(),
      description: "Due payments or daily notices have waited for half a day in the queue",
      link: this.#logs(["subscriptions"], CAUSES.errors),
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
      // Without a name, which must be unique in the account: the same stage may exist in two regions.
      budget: {
        budgetType: "COST",
        timeUnit: "MONTHLY",
        budgetLimit: { amount, unit: "USD" },
      },
      notificationsWithSubscribers: [at(80), at(100), at(100, "FORECASTED")],
    });
    // AWS tests the topic when the budget is created, so the topic's policy must exist.
    budget.node.addDependency(topic);
  }
}
