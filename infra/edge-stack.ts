import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "./config.ts";

/** The rate rule, which CloudFront takes from us-east-1 only. */
export class EdgeStack extends Stack {
  readonly webAclArn: string;

  constructor(
    scope: Construct,
    id: string,
    { stage, limit, ...props }: StackProps & { stage: Stage; limit: number },
  ) {
    super(scope, id, { ...props, description: `Coffer ${stage.name}: the rate rule` });
    const visible = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const acl = new CfnWebACL(this, "WebAcl", {
      name: `coffer-${stage.name}`,
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: visible("all"),
      rules: [
        {
          name: "rate",
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: { rateBasedStatement: { aggregateKeyType: "IP", limit, evaluationWindowSec: 300 } },
          visibilityConfig: visible("rate"),
        },
      ],
    });
    this.webAclArn = acl.attrArn;
  }
}
