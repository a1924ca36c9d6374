import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "./config.ts";
import { createAlarm, createAlarmTopic } from "./constructs/alarm.ts";
import { FIVE_MINUTES, metric, SUM } from "./constructs/metrics.ts";

type EdgeAlarmsStackProps = StackProps & { stage: Stage; distributionId: string };

/** CloudFront is measured in us-east-1 alone, and an alarm watches its own region only. */
export class EdgeAlarmsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, distributionId, ...props }: EdgeAlarmsStackProps) {
    super(scope, id, { ...props, description: `Coffer ${stage.name}: the alarms on CloudFront` });
    const measuredOf = { DistributionId: distributionId, Region: "Global" };
    createAlarm(this, "cloudfront-5xx", {
      stage: stage.name,
      topic: createAlarmTopic(this, `coffer-${stage.name}-edge-alarms`, stage),
      // One failure among three requests of a quiet night is no alarm.
      metric: new MathExpression({
        expression: "IF(requests >= 20, rate, 0)",
        usingMetrics: {
          requests: metric("AWS/CloudFront", "Requests", measuredOf),
          rate: metric("AWS/CloudFront", "5xxErrorRate", measuredOf, { ...SUM, statistic: Stats.AVERAGE }),
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
