import { createLog } from "@coffer/functions/log";
import { metricsLine } from "@coffer/functions/metrics";
import { Match } from "aws-cdk-lib/assertions";
import { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Duration } from "aws-cdk-lib/core";
import { expect, test } from "vitest";
import { templateOf } from "../test/synthesise.ts";
import { alarmId, burnRateId } from "./alarm.ts";
import { Alarms } from "./alarms.ts";
import { createDeadLetters, createWorkQueue } from "./queues.ts";

const alarmsOf = (context: Record<string, unknown> = {}) =>
  templateOf((stack, stage) => {
    const functionNamed = (name: string) => ({
      logGroup: LogGroup.fromLogGroupName(stack, `${name}Log`, `/coffer/dev/${name}`),
      function: LambdaFunction.fromFunctionArn(
        stack,
        name,
        `arn:aws:lambda:eu-west-1:123456789012:function:coffer-dev-${name}`,
      ),
    });
    const deadLetters = createDeadLetters(stack, stage.name);
    const queue = (name: string) =>
      createWorkQueue(stack, name, {
        stage: stage.name,
        name,
        deadLetters,
        timeout: Duration.seconds(90),
        retention: Duration.days(1),
      });
    new Alarms(stack, "Alarms", {
      stage,
      functions: {
        api: functionNamed("api"),
        outbox: functionNamed("outbox"),
        "bulk-mail": functionNamed("bulk-mail"),
        housekeeping: functionNamed("housekeeping"),
        "sign-in-check": functionNamed("sign-in-check"),
      },
      ticks: [
        { name: "outbox", every: Duration.minutes(5) },
        { name: "housekeeping", every: Duration.hours(1) },
      ],
      api: new HttpApi(stack, "Http"),
      accessLog: new LogGroup(stack, "Log"),
      table: Table.fromTableName(stack, "Table", "coffer-dev"),
      deadLetters,
      digestQueue: queue("digest"),
      subscriptionQueue: queue("subscription"),
    });
  }, context);
const template = alarmsOf({ alarmEmail: "ops@example.com" });

const BURN_RATES = ["sign-in", "writes-failing", "jobs-missed", "account-mail-age"];
const PAGES = ["given-up-mail", "mail-bounces", "mail-complaints", "dead-letters"];
const WATCHED = [
  ...[
    "api-5xx",
    "api-latency",
    "api-429",
    "page-errors",
    "held-mail",
    "bulk-mail-quota",
    "function-errors",
    "function-throttles",
  ],
  ...["outbox-iterator-age", "bulk-mail-iterator-age", "table-throttles"],
  ...["digest-pages-age", "subscription-pages-age", "model-failures"],
];
const composites = template.findResources("AWS::CloudWatch::CompositeAlarm");
const alarms = [
  ...Object.entries(template.findResources("AWS::CloudWatch::Alarm")),
  ...Object.entries(composites),
];
const isWindow = (id: string) => /\d+MinutesAlarm$/.test(id);
const idsOf = (names: string[]) => names.map(alarmId).sort();

test("only alarms on failures that people notice are mailed", () => {
  const topic = [{ Ref: expect.stringMatching(/^AlarmsTopic/) }];
  const mailed = alarms.filter(([, { Properties }]) => Properties.AlarmActions);
  expect(mailed.map(([id]) => id).sort()).toEqual(
    [...PAGES.map(alarmId), ...BURN_RATES.map(burnRateId)].sort(),
  );
  for (const [, { Properties }] of mailed)
    expect(Properties).toMatchObject({ AlarmActions: topic, OKActions: topic });
  const watched = alarms.filter(([id, { Properties }]) => !Properties.AlarmActions && !isWindow(id));
  expect(watched.map(([id]) => id).sort()).toEqual(idsOf(WATCHED));
});

test("each alarm's id contains its name in the manual", () => {
  expect(alarms.filter(([, { Properties }]) => Properties.AlarmName)).toEqual([]);
  for (const [id, { Properties }] of alarms) {
    const [name = ""] = JSON.stringify(Properties.AlarmDescription).match(/[a-z0-9]+(-[a-z0-9]+)*: /) ?? [];
    expect([alarmId, burnRateId].map((idOf) => idOf(name.slice(0, -2)))).toContain(id);
  }
});

test("every alarm's description ends with a link into the console", () => {
  // The region is known only to AWS here.
  const descriptions = alarms.map(([, { Properties }]) => JSON.stringify(Properties.AlarmDescription));
  for (const description of descriptions) {
    expect(description.match(/https:/g)).toHaveLength(1);
    expect(description).toMatch(/\. https:.*console\.aws\.amazon\.com/);
    expect(description.length).toBeLessThan(1024);
  }
});

test("the link of a throttled table runs a query for its busiest accounts", () => {
  const found = alarmNamed("table-throttles");
  const link = JSON.stringify(found?.Properties.AlarmDescription);
  const text = link.replace(/\*([0-9a-f]{2})/g, (_all, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  expect(text).toContain("stats sum(readUnits) as reads");
  expect(text).toContain("by userId, endpoint");
  expect(text).toContain("source~(~'/coffer/dev/api)");
});

test("the link of calls that were answered with 429 reads the access log as well, for API Gateway's", () => {
  const found = alarmNamed("api-429");
  const link = JSON.stringify(found?.Properties.AlarmDescription);
  expect(link).toContain("source~(~'*2fcoffer*2fdev*2fapi~'*2faws*2fvendedlogs*2fcoffer*2fdev*2fhttp)");
});

test("five failures of the model in an hour set its alarm off", () => {
  alarm("model-failures", { MetricName: "modelFailures", Period: 3600, Threshold: 5 });
});

test("the metric of calls answered with 429 has the name that its alarm reads", () => {
  const { MetricNamespace: Namespace, MetricName } = filterNamed("turnedAway").transformation;
  alarm("api-429", { Namespace, MetricName });
});

test("page errors are counted from the API's log as a share of an hour's calls", () => {
  const { pattern, group } = filterNamed("pageErrors");
  expect(group).toBe("/coffer/dev/api");
  expect(pattern).toContain('$.message = "page error"');
  expect(measuredBy("page-errors")).toEqual(["pageErrors 3600", "Count 3600"]);
});

function filterNamed(name: string) {
  const filters = Object.values(template.findResources("AWS::Logs::MetricFilter")).map(({ Properties }) => ({
    group: Properties.LogGroupName,
    pattern: Properties.FilterPattern,
    transformation: Properties.MetricTransformations[0],
  }));
  const found = filters.find(({ transformation }) => transformation.MetricName === name);
  if (!found) throw new Error(`There is no metric filter for ${name}`);
  return found;
}

const alarmNamed = (name: string) => alarms.find(([id]) => id === alarmId(name))?.[1];
const alarm = (name: string, properties: object) =>
  expect(alarmNamed(name)?.Properties).toMatchObject(properties);

type Measured = { MetricStat?: { Metric: { MetricName: string }; Period: number } };
const measuredBy = (name: string) => {
  const metrics: Measured[] = alarmNamed(name)?.Properties.Metrics ?? [];
  return metrics.flatMap(({ MetricStat }) =>
    MetricStat ? [`${MetricStat.Metric.MetricName} ${MetricStat.Period}`] : [],
  );
};

const BURNING = {
  "sign-in": [60, 15],
  "writes-failing": [60, 15],
  "account-mail-age": [60, 15],
  "jobs-missed": [60, 15, 360, 180],
};

test.each(Object.entries(BURNING))(
  "%s is mailed while both its long and its short window reach the threshold",
  (name, windows) => {
    const [long = 0, short = 0, longest, third] = windows.map((minutes) =>
      alarmId(`${name}-${minutes}-minutes`),
    );
    const { AlarmRule, ...rule } = composites[burnRateId(name)]?.Properties ?? {};
    const parts: string[] = AlarmRule["Fn::Join"][1].map((part: unknown) =>
      typeof part === "string" ? part : String(Object(part)["Fn::GetAtt"]?.[0]),
    );
    const pair = (one: unknown, other: unknown) => `(ALARM("${one}") AND ALARM("${other}"))`;
    const expected = longest ? `(${pair(long, short)} OR ${pair(longest, third)})` : `(${pair(long, short)})`;
    expect(parts.join("")).toBe(expected);
    expect(rule.AlarmName).toBeUndefined();
    for (const minutes of windows)
      for (const part of measuredBy(`${name}-${minutes}-minutes`)) expect(part).toContain(` ${minutes * 60}`);
  },
);

test("a job that never ends a run sets its alarm off, although it writes no metric", () => {
  for (const [minutes, Threshold] of [
    [60, 10],
    [15, 10],
    [360, 25],
    [180, 25],
  ]) {
    const name = `jobs-missed-${minutes}-minutes`;
    alarm(name, { Threshold, TreatMissingData: "breaching" });
    const [missed] = alarmNamed(name)?.Properties.Metrics ?? [];
    const jobs = Number(minutes) <= 60 ? Number(minutes) / 5 : Number(minutes) / 60;
    expect(missed.Expression).toBe(`100 - 100 * FILL(ended, 0) / ${jobs}`);
  }
  const lines: string[] = [];
  createLog((line) => lines.push(line)).info("tick ended");
  expect(JSON.parse(lines.join(""))).toMatchObject({ message: "tick ended" });
  expect(filterNamed("fiveMinuteTicks")).toMatchObject({ group: "/coffer/dev/outbox", pattern: TICK_ENDED });
  expect(filterNamed("hourlyTicks")).toMatchObject({
    group: "/coffer/dev/housekeeping",
    pattern: TICK_ENDED,
  });
});
const TICK_ENDED = '{ $.message = "tick ended" }';

test("failed writes set their alarm off by their share", () => {
  expect(measuredBy("writes-failing-60-minutes")).toEqual(["failedWrites 3600", "writes 3600"]);
  for (const name of ["writes-failing-60-minutes", "api-5xx", "function-errors"])
    expect(JSON.stringify(alarmNamed(name)?.Properties.Metrics)).toContain("IF(FILL(failed, 0) >= 5,");
  expect(filterNamed("writes").pattern).toBe('{ $.method != "GET" }');
  expect(filterNamed("failedWrites").pattern).toBe('{ $.method != "GET" && $.status = 5* }');
  expect(filterNamed("turnedAway").pattern).toBe('{ $.status = "429" }');
});

test("a dead letter sets its alarm off once", () => {
  expect(JSON.stringify(alarmNamed("dead-letters")?.Properties.Metrics)).toContain("DIFF(FILL(grows, 0))");
});

test("missing data sets no other alarm off", () => {
  alarm("api-5xx", { TreatMissingData: "notBreaching" });
  alarm("account-mail-age-15-minutes", { TreatMissingData: "notBreaching" });
});

test("the alarm on late account mail reads the outbox's metric and log", () => {
  const line = JSON.parse(metricsLine("coffer-dev-outbox", 0, { lateAccountMail: 3 }));
  const [{ Metrics }] = line._aws.CloudWatchMetrics;
  expect(measuredBy("account-mail-age-60-minutes")).toEqual([
    `${Metrics[0].Name} 3600`,
    "sentAccountMail 3600",
  ]);
  expect(filterNamed("sentAccountMail")).toMatchObject({
    group: "/coffer/dev/outbox",
    pattern: '{ $.message = "mail sent" }',
  });
});

test("the alarm on given-up mail reads the metric that both lanes write", () => {
  const found = alarmNamed("given-up-mail");
  const metrics: { MetricStat?: { Metric: { MetricName: string; Dimensions?: { Value: string }[] } } }[] =
    found?.Properties.Metrics ?? [];
  const read = metrics.flatMap(({ MetricStat }) =>
    MetricStat ? [`${MetricStat.Metric.MetricName} ${MetricStat.Metric.Dimensions?.[0]?.Value ?? ""}`] : [],
  );
  expect(read).toEqual(["givenUpMail coffer-dev-outbox", "givenUpMail coffer-dev-bulk-mail", "Send "]);
  const line = JSON.parse(metricsLine("coffer-dev-outbox", 0, { givenUpMail: 1 }));
  expect(line._aws.CloudWatchMetrics[0].Metrics).toEqual([{ Name: "givenUpMail", Unit: "Count" }]);
});

test("throttled requests of the table include those of its indexes", () => {
  const found = alarmNamed("table-throttles");
  const metrics: { MetricStat?: { Metric: { Dimensions: { Value: string }[] } } }[] =
    found?.Properties.Metrics ?? [];
  const watched = metrics.flatMap(({ MetricStat }) =>
    MetricStat ? [MetricStat.Metric.Dimensions.map(({ Value }) => Value).join(" ")] : [],
  );
  expect(new Set(watched)).toEqual(new Set(["coffer-dev", "directory coffer-dev", "schedule coffer-dev"]));
});

test("the topic mails to alarmEmail", () => {
  template.hasResourceProperties("AWS::SNS::Subscription", {
    Protocol: "email",
    Endpoint: "ops@example.com",
  });
  alarmsOf().resourceCountIs("AWS::SNS::Subscription", 0);
});

test("a stage with a monthly budget has an alarm on its cost", () => {
  template.hasResourceProperties("AWS::Budgets::Budget", {
    Budget: Match.objectLike({ BudgetLimit: { Amount: 25, Unit: "USD" }, TimeUnit: "MONTHLY" }),
    NotificationsWithSubscribers: [
      { Threshold: 80, NotificationType: "ACTUAL" },
      { Threshold: 100, NotificationType: "ACTUAL" },
      { Threshold: 100, NotificationType: "FORECASTED" },
    ].map((notification) => ({
      Notification: Match.objectLike(notification),
      Subscribers: [{ SubscriptionType: "SNS", Address: { Ref: Match.stringLikeRegexp("^AlarmsTopic") } }],
    })),
  });
  alarmsOf({ monthlyBudget: "null" }).resourceCountIs("AWS::Budgets::Budget", 0);
});
