import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Duration, Stack } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { FIVE_MINUTES, MAXIMUM, metric, ownMetric, SUM, throttles } from "./metrics.ts";

type Watched = { function: IFunction };

type DashboardProps = {
  stage: string;
  functions: Record<"api" | "outbox" | "bulk-mail" | "housekeeping", Watched> & Record<string, Watched>;
  api: HttpApi;
  table: ITable;
  deadLetters: IQueue;
  alarms: cloudwatch.IAlarm[];
};

const WIDTH = 8;

export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    new cloudwatch.Dashboard(this, "Dashboard", {
      // Dashboards are the account's, whatever the region.
      dashboardName: `coffer-${props.stage}-${Stack.of(this).region}`,
      defaultInterval: Duration.days(1),
      widgets: [
        [new cloudwatch.AlarmStatusWidget({ title: "Alarms", width: 3 * WIDTH, alarms: props.alarms })],
        people(props),
        requests(props),
        mail(props),
        store(props),
      ],
    });
  }
}

const graph = (
  title: string,
  left: cloudwatch.IMetric[],
  right: cloudwatch.IMetric[] = [],
): cloudwatch.IWidget => new cloudwatch.GraphWidget({ title, width: WIDTH, left, right, liveData: true });

function people({ functions: { api, housekeeping }, stage }: DashboardProps): cloudwatch.IWidget[] {
  return [
    graph("People", [
      ownMetric(housekeeping.function, "users", MAXIMUM),
      ownMetric(housekeeping.function, "activeUsers", MAXIMUM),
    ]),
    graph(
      "Cold starts, and units of the table that requests used",
      [ownMetric(api.function, "readUnits"), ownMetric(api.function, "writeUnits")],
      [ownMetric(api.function, "coldStarts")],
    ),
    graph(`Cost of the day (the whole account, dollars; coffer-${stage} is tagged)`, [costOfTheDay()]),
  ];
}

function requests({ api, functions, stage }: DashboardProps): cloudwatch.IWidget[] {
  const latency = (percent: number) =>
    api.metricLatency({ period: FIVE_MINUTES, statistic: cloudwatch.Stats.percentile(percent) });
  return [
    graph(
      "Requests and errors",
      [api.metricCount(SUM), api.metricClientError(SUM), api.metricServerError(SUM)],
      Object.values(functions).map(({ function: target }) => target.metricErrors({ period: FIVE_MINUTES })),
    ),
    graph("Latency (milliseconds)", [latency(50), latency(90), latency(99)]),
    // From the log, because a metric for each endpoint would cost twenty dollars a month.
    new cloudwatch.LogQueryWidget({
      title: "Latency by endpoint",
      width: WIDTH,
      view: cloudwatch.LogQueryVisualizationType.TABLE,
      logGroupNames: [`/coffer/${stage}/api`],
      queryLines: [
        'filter message = "request"',
        "stats count() as requests, pct(milliseconds, 50) as p50, pct(milliseconds, 99) as p99, sum(status >= 500) as errors by endpoint",
        "sort p99 desc",
      ],
    }),
  ];
}

function mail({
  functions: { outbox, "bulk-mail": bulkMail },
  deadLetters,
}: DashboardProps): cloudwatch.IWidget[] {
  return [
    graph(
      "Mail sent and returned (the whole account)",
      ["Send", "Bounce", "Complaint", "Reject"].map((name) => metric("AWS/SES", name)),
    ),
    graph("Oldest mail that waits (seconds)", [
      ownMetric(outbox.function, "oldestAccountMailSeconds", MAXIMUM),
      ownMetric(bulkMail.function, "oldestBulkMailSeconds", MAXIMUM),
    ]),
    graph(
      "Waiting in the stream (milliseconds), and dead letters",
      [outbox, bulkMail].map(({ function: lane }) => lane.metric("IteratorAge", MAXIMUM)),
      [deadLetters.metricApproximateNumberOfMessagesVisible({ period: FIVE_MINUTES })],
    ),
  ];
}

function store({ table, functions }: DashboardProps): cloudwatch.IWidget[] {
  const consumed = (name: string) => metric("AWS/DynamoDB", name, { TableName: table.tableName });
  return [
    graph("Requests that the table turned away", [throttles(table)]),
    graph(
      "Units of the table",
      [consumed("ConsumedReadCapacityUnits")],
      [consumed("ConsumedWriteCapacityUnits")],
    ),
    graph(
      "How long functions run (milliseconds)",
      Object.values(functions).map(({ function: target }) =>
        target.metricDuration({ period: FIVE_MINUTES, statistic: cloudwatch.Stats.percentile(99) }),
      ),
    ),
  ];
}

/** The month's estimated charges grow until the month ends; their daily growth is the cost of a day. */
function costOfTheDay(): cloudwatch.IMetric {
  const charges = new cloudwatch.Metric({
    namespace: "AWS/Billing",
    metricName: "EstimatedCharges",
    dimensionsMap: { Currency: "USD" },
    statistic: cloudwatch.Stats.MAXIMUM,
    period: Duration.days(1),
    // Billing is measured there, whatever the stage's region.
    region: "us-east-1",
  });
  return new cloudwatch.MathExpression({
    expression: "DIFF(charges)",
    usingMetrics: { charges },
    label: "dollars a day",
    period: Duration.days(1),
    searchRegion: "us-east-1",
  });
}
