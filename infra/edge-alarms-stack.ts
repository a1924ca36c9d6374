import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "./config.ts";
import { createAlarm, createAlarmTopic } from "./constructs/alarm.ts";
import { FIVE_MINUTES } from "./constructs/metrics.ts";

type EdgeAlarmsStackProps = StackProps & { stage: Stage; distributionId: string };

/** CloudFront is measured in us-east-1 alone, and an alarm watches its own region only. */
export class EdgeAlarmsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, distributionId, ...props }: EdgeAlarmsStackProps) {
    super(scope, id, { ...props, description: `Coffer ${stage.name}: the alarms on CloudFront` });
    const cloudFront = (metricName: string, statistic: string) =>
      new Metric({
        namespace: "AWS/CloudFront",
        metricName,
        dimensionsMap: { DistributionId: distributionId, Region: "Global" },
        statistic,
        period: FIVE_MINUTES,
      });
    createAlarm(this, "cloudfront-5xx", {
      stage: stage.name,
      topic: createAlarmTopic(this, `coffer-${stage.name}-edge-alarms`, stage),
      // One failure among three requests of a quiet night is no alarm.
      metric: new MathExpression({
        expression: "IF(requests >= 20, rate, 0)",
        usingMetrics: {
          requests: cloudFront("Requests", Stats.SUM),
          rate: cloudFront("5xxErrorRate", Stats.AVERAGE),
        },
        label: "percent of answers with 5xx",
        period: FIVE_MINUTES,
      }),
      threshold: 5,
      periods: 2,
      description: "CloudFront answers more than 5 % of the requests with 5xx",
    });
  }
}
