import { schema } from "@coffer/dynamo/schema";
import { METRICS_DIMENSION, METRICS_NAMESPACE, type Metric as OwnMetric } from "@coffer/functions/metrics";
import { type IMetric, MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Duration } from "aws-cdk-lib/core";

export const FIVE_MINUTES = Duration.minutes(5);

/** What a function measures of itself. */
export const ownMetric = ({ functionName }: IFunction, metricName: OwnMetric, statistic: string): Metric =>
  new Metric({
    namespace: METRICS_NAMESPACE,
    metricName,
    dimensionsMap: { [METRICS_DIMENSION]: functionName },
    statistic,
    period: FIVE_MINUTES,
  });

/** SES's own figure for the whole account, as a share of 1. */
export const reputation = (name: "BounceRate" | "ComplaintRate"): Metric =>
  new Metric({
    namespace: "AWS/SES",
    metricName: `Reputation.${name}`,
    statistic: Stats.MAXIMUM,
    period: Duration.hours(1),
  });

/** Requests that the table or one of its global indexes turned away. */
export function throttles({ tableName: TableName }: ITable): IMetric {
  const events = (metricName: string, index: Record<string, string>) =>
    new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      dimensionsMap: { TableName, ...index },
      statistic: Stats.SUM,
      period: FIVE_MINUTES,
    });
  const indexes = [{}, ...schema.globalIndexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))];
  const metrics = indexes.flatMap((index) => [
    events("ReadThrottleEvents", index),
    events("WriteThrottleEvents", index),
  ]);
  const usingMetrics = Object.fromEntries(metrics.map((metric, number) => [`m${number}`, metric]));
  const expression = `SUM([${Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(", ")}])`;
  return new MathExpression({ expression, usingMetrics, label: "throttled requests", period: FIVE_MINUTES });
}
