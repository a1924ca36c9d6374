import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import { type Stage, topicNames } from "./config.ts";
import { createAlarm, createAlarmTopic } from "./constructs/alarm.ts";
import { CAUSES, logsLink, webAclLink } from "./constructs/console.ts";
import { FIVE_MINUTES, metric, SUM } from "./constructs/metrics.ts";

export class EdgeStack extends Stack {
  readonly webAclArn: string;
  readonly webAcl: { name: string; id: string };

  constructor(
    scope: Construct,
    id: string,
    { stage, limit, home, ...props }: StackProps & { stage: Stage; limit: number; home: string },
  ) {
    super(scope, id, { ...props, description: `Coffer ${stage.name}: the rate rule` });
    const visible = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      // Samples of blocked requests can be read for three hours and cost nothing.
      sampledRequestsEnabled: true,
      metricName,
    });
    const name = `coffer-${stage.name}-${home}`;
    const acl = new CfnWebACL(this, "WebAcl", {
      name,
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: visible(`${name}-all`),
      rules: [
        {
          name: "rate",
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: { rateBasedStatement: { aggregateKeyType: "IP", limit, evaluationWindowSec: 300 } },
          visibilityConfig: visible(`${name}-rate`),
        },
      ],
    });
    this.webAclArn = acl.attrArn;
    this.webAcl = { name, id: acl.attrId };
  }
}

type EdgeAlarmsStackProps = StackProps & {
  stage: Stage;
  home: string;
  distributionId: string;
  webAcl: { name: string; id: string } | undefined;
};

/** Metrics of CloudFront and its WAF are in us-east-1, and an alarm watches its own region only. */
export class EdgeAlarmsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { stage, home, distributionId, webAcl, ...props }: EdgeAlarmsStackProps,
  ) {
    super(scope, id, { ...props, description: `Coffer ${stage.name}: the alarms on CloudFront` });
    const measuredOf = { DistributionId: distributionId, Region: "Global" };
    // Two stages of one name differ by region, so names in us-east-1 contain it.
    const topic = createAlarmTopic(this, topicNames(stage.name, home).edge, stage);
    createAlarm(this, "cloudfront-5xx", {
      // If there is a sign-in check, its alarm mails these failures.
      ...(!stage.signInCheckSecret && { topic }),
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
      link: logsLink(this, [`/coffer/${stage.name}/api`], CAUSES.serverErrors, home),
    });
    if (webAcl) {
      const ruled = (name: string, Rule: string) =>
        metric("AWS/WAFV2", name, { WebACL: `${webAcl.name}-all`, Rule });
      createAlarm(this, "blocked-addresses", {
        metric: new MathExpression({
          expression: "IF(FILL(blocked, 0) >= 1000, 100 * blocked / (blocked + FILL(allowed, 0)), 0)",
          usingMetrics: {
            blocked: ruled("BlockedRequests", `${webAcl.name}-rate`),
            allowed: ruled("AllowedRequests", "ALL"),
          },
          label: "percent of requests blocked",
          period: FIVE_MINUTES,
        }),
        threshold: 20,
        description: "The rate rule blocked a fifth of the requests in five minutes, a thousand at least",
        link: webAclLink(webAcl.name, webAcl.id),
      });
    }
  }
}
