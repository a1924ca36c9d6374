import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Stack, type StackProps } from "aws-cdk-lib/core";
import type { Construct } from "constructs";
import type { Stage } from "./config.ts";

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
