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
  functions: Record<"api" | "outbox" | "bulk-mail", Watched> & Record<string, Watched>;
  api: HttpApi;
  table: ITable;
  deadLetters: IQueue;
  distributionId: string;
  alarms: cloudwatch.IAlarm[];
};

const WIDTH = 8;

export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, props: DashboardProps) {
    super(scope, id);
    new cloudwatch.Dashboard(this, "Dashboard", {
      // Names of dashboards are unique in the account, across regions.
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

/** From the log, because each metric of our own costs 0.30 dollars a month. */
const logged = (title: string, stage: string, name: string, queryLines: string[], isTable = false) =>
  new cloudwatch.LogQueryWidget({
    title,
    width: WIDTH,
    view: isTable ? cloudwatch.LogQueryVisualizationType.TABLE : cloudwatch.LogQueryVisualizationType.LINE,
    logGroupNames: [`/coffer/${stage}/${name}`],
    queryLines,
  });

function people({ stage }: DashboardProps): cloudwatch.IWidget[] {
  return [
    logged("People", stage, "housekeeping", [
      'filter message = "people"',
      "stats max(users) as people, max(activeUsers) as active by bin(1h)",
    ]),
    logged("Cold starts, and units of the table that requests used", stage, "api", [
      'filter message = "request"',
      "stats sum(coldStarts) as starts, sum(readUnits) as reads, sum(writeUnits) as writes by bin(15m)",
    ]),
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
    logged(
      "Latency by endpoint",
      stage,
      "api",
      [
        'filter message = "request"',
        "stats count() as requests, pct(milliseconds, 50) as p50, pct(milliseconds, 99) as p99, sum(status >= 500) as errors by endpoint",
        "sort p99 desc",
      ],
      true,
    ),
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
    graph("Oldest waiting mail (seconds)", [
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

function store({ table, functions, distributionId }: DashboardProps): cloudwatch.IWidget[] {
  const consumed = (name: string) => metric("AWS/DynamoDB", name, { TableName: table.tableName });
  // CloudFront's metrics are in us-east-1, whatever the stage's region.
  const atEdge = (name: string, over = SUM) =>
    metric("AWS/CloudFront", name, { DistributionId: distributionId, Region: "Global" }, over).with({
      region: "us-east-1",
    });
  return [
    graph(
      "CloudFront: requests, and percent of answers with 5xx",
      [atEdge("Requests")],
      [atEdge("5xxErrorRate", { ...SUM, statistic: cloudwatch.Stats.AVERAGE })],
    ),
    graph("Throttled requests of the table", [throttles(table)]),
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
    // Billing's metrics are in us-east-1, whatever the stage's region.
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
