import { schema } from "@coffer/dynamo/table/schema";
import { METRICS_DIMENSION, METRICS_NAMESPACE, type Metric as OwnMetric } from "@coffer/functions/metrics";
import { type IMetric, MathExpression, Metric, type MetricProps, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Duration } from "aws-cdk-lib/core";

export const FIVE_MINUTES = Duration.minutes(5);

export const SUM = { period: FIVE_MINUTES, statistic: Stats.SUM };
export const MAXIMUM = { period: FIVE_MINUTES, statistic: Stats.MAXIMUM };

export const metric = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string> = {},
  over: Pick<MetricProps, "period" | "statistic"> = SUM,
): Metric => new Metric({ namespace, metricName, dimensionsMap, ...over });

export const ownMetric = ({ functionName }: IFunction, name: OwnMetric, over = SUM): Metric =>
  metric(METRICS_NAMESPACE, name, { [METRICS_DIMENSION]: functionName }, over);

/** SES's own figure for the whole account, from 0 to 1. */
export const reputation = (name: "BounceRate" | "ComplaintRate"): Metric =>
  metric("AWS/SES", `Reputation.${name}`, {}, { statistic: Stats.MAXIMUM, period: Duration.hours(1) });

/** The percentage of `all` that failed; 0 below `fewest` failures, so that one failure in a quiet night is no alarm. */
export function percentOf(label: string, failed: Metric, all: Metric, period: Duration, fewest = 5): IMetric {
  return new MathExpression({
    expression: `IF(FILL(failed, 0) >= ${fewest}, 100 * failed / all, 0)`,
    usingMetrics: { failed: failed.with({ period }), all: all.with({ period }) },
    label: `percent of ${label}`,
    period,
  });
}

/** The percentage of expected job runs that did not end in a period. */
export const percentMissed = (ended: Metric, expected: number, period: Duration): IMetric =>
  new MathExpression({
    expression: `100 - 100 * FILL(ended, 0) / ${expected}`,
    usingMetrics: { ended: ended.with({ period }) },
    label: "percent of runs missed",
    period,
  });

/** The percentage of mail about accounts that waited too long. */
export const percentLate = (late: Metric, sent: Metric, period: Duration): IMetric =>
  new MathExpression({
    expression: "IF(FILL(late, 0) > 0, 100 * late / (late + FILL(sent, 0)), 0)",
    usingMetrics: { late: late.with({ period }), sent: sent.with({ period }) },
    label: "percent of mail that is late",
    period,
  });

/** The increase of a metric since the period before. */
export const increaseOf = (grows: Metric): IMetric =>
  new MathExpression({
    expression: "DIFF(FILL(grows, 0))",
    usingMetrics: { grows },
    label: "increase",
    period: FIVE_MINUTES,
  });

/** The percentage of an hour's mail that was given up; 0 if fewer than three were. */
export function givenUpPercent(outbox: IFunction, bulkMail: IFunction): IMetric {
  const hourly = { ...SUM, period: Duration.hours(1) };
  return new MathExpression({
    expression:
      "IF(FILL(account, 0) + FILL(bulk, 0) >= 3, 100 * (FILL(account, 0) + FILL(bulk, 0)) / (FILL(account, 0) + FILL(bulk, 0) + FILL(sent, 0)), 0)",
    usingMetrics: {
      account: ownMetric(outbox, "givenUpMail", hourly),
      bulk: ownMetric(bulkMail, "givenUpMail", hourly),
      sent: metric("AWS/SES", "Send", {}, hourly),
    },
    label: "percent of mail given up",
    period: hourly.period,
  });
}

export function throttles({ tableName: TableName }: ITable): IMetric {
  const indexes = [{}, ...schema.globalIndexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))];
  const metrics = indexes.flatMap((index) =>
    ["ReadThrottleEvents", "WriteThrottleEvents"].map((name) =>
      metric("AWS/DynamoDB", name, { TableName, ...index }),
    ),
  );
  const usingMetrics = Object.fromEntries(metrics.map((one, number) => [`m${number}`, one]));
  const filled = Object.keys(usingMetrics).map((name) => `FILL(${name}, 0)`);
  const expression = `SUM([${filled.join(", ")}])`;
  return new MathExpression({ expression, usingMetrics, label: "throttled requests", period: FIVE_MINUTES });
}
