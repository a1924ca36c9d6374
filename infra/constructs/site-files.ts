import { join } from "node:path";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { RemovalPolicy } from "aws-cdk-lib/core";
import { Construct } from "constructs";
import { acknowledge, environmentOf } from "./acknowledge.ts";
import { BUCKET_ID } from "./site.ts";

const ONE_YEAR = 31_536_000;

/** Hashed files of earlier builds stay: an open page goes on loading its screens by their old names. */
export class SiteFiles extends Construct {
  readonly shell: BucketDeployment;

  constructor(scope: Construct, id: string, { bucket, build }: { bucket: IBucket; build: string }) {
    super(scope, id);
    const logGroup = new LogGroup(this, "Log", {
      retention: RetentionDays.ONE_WEEK,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const shared = { destinationBucket: bucket, prune: false, logGroup, memoryLimit: 256 };
    const assets = new BucketDeployment(this, "Assets", {
      ...shared,
      sources: [Source.asset(join(build, "assets"))],
      destinationKeyPrefix: "assets",
      cacheControl: [CacheControl.fromString(`public, max-age=${ONE_YEAR}, immutable`)],
    });
    this.shell = new BucketDeployment(this, "Shell", {
      ...shared,
      sources: [Source.asset(build, { exclude: ["assets", "assets/**", ".*"] })],
      cacheControl: [CacheControl.noCache()],
    });
    // The shell refers to the hashed files.
    this.shell.node.addDependency(assets);
    acknowledgeUploader(assets);
  }
}

/** CDK has one uploading function per stack and chooses its rights. */
function acknowledgeUploader({ handlerRole }: BucketDeployment): void {
  const { partition, account, region } = environmentOf(handlerRole);
  const staging = `cdk-hnb659fds-assets-${account}-${region}`;
  const managed = "Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole";
  const rights = [
    "Action::s3:GetBucket*",
    "Action::s3:GetObject*",
    "Action::s3:List*",
    "Action::s3:Abort*",
    "Action::s3:DeleteObject*",
    `Resource::arn:${partition}:s3:::${staging}/*`,
    `Resource::<${BUCKET_ID}.Arn>/*`,
  ];
  acknowledge(handlerRole, {
    [`IAM4[${managed}]`]: "CDK's uploader: CDK writes its role",
    ...Object.fromEntries(
      rights.map((right) => [
        `IAM5[${right}]`,
        "CDK's uploader reads the staging bucket and writes the site's, and nothing else",
      ]),
    ),
  });
  if (handlerRole.node.scope)
    acknowledge(handlerRole.node.scope, { L1: "CDK's uploader: CDK chooses its runtime" });
}
